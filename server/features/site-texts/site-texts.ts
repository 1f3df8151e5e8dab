import type { Revision } from "@plumbline/sandbox/content/revisions.ts";
import type { Db } from "../../database/database.ts";
import type { TableChanges } from "../../database/table-changes.ts";
import { newestTexts } from "./store.ts";
import { type Delivered, revisionsOf } from "./wording.ts";

/** The texts that staff have written over the embedded content service's, in a process's memory. */
export type SiteTexts = {
  /** Null while another content service has the texts. */
  delivered: Delivered | null;
  /** By the ids of the service's pages. */
  revisions(): Promise<ReadonlyMap<number, Revision>>;
  /** After a change by this process, which need not wait to hear of it. */
  changed(): void;
  /** Calls the listener after a change by any process: copies of pages are not to be shown any more. */
  onChange(listener: () => void): void;
};

type Parts = { db: Db; tableChanges: TableChanges; delivered: Delivered | null };

/** Reads the texts once, and again after a change by any process. */
export function openSiteTexts({ db, tableChanges, delivered }: Parts): SiteTexts {
  let known: Promise<ReadonlyMap<number, Revision>> | null = null;
  const listeners: (() => void)[] = [];
  const changed = () => {
    known = null;
    for (const listener of listeners) listener();
  };
  tableChanges.subscribe("site_texts", changed);
  return {
    delivered,
    changed,
    onChange: (listener) => void listeners.push(listener),
    revisions: () => {
      if (!delivered) return Promise.resolve(new Map());
      const reading = (known ??= newestTexts(db).then((rows) => revisionsOf(delivered, rows)));
      return reading.catch((error) => {
        if (known === reading) known = null;
        throw error;
      });
    },
  };
}
