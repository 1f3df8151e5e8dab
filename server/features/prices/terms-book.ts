import type { Day } from "@plumbline/contract/dates.ts";
import {
  type LateRate,
  lateRate,
  type MoneyTerms,
  type SettingRow,
  termsFrom,
} from "@plumbline/contract/prices/rules.ts";
import type { Db } from "../../database/database.ts";
import type { TableChanges } from "../../database/table-changes.ts";
import { settingsInForce } from "./store.ts";

/** What holds on any day, answered from memory (decision 60). */
export type TermsBook = {
  /** For one member where one is named, else for everybody. */
  termsOn(day: Day, memberId?: number | null): MoneyTerms;
  /** Yearly interest on what becomes late on a day. */
  lateRateOn(day: Day): LateRate;
  /** Everybody's rows, and a member's own. */
  rowsFor(memberId: number | null): readonly SettingRow[];
};

/** The book in a process's memory. */
export type MoneyTermsReader = {
  /** `db` is asked when a process does not know them yet. */
  book(db: Db): Promise<TermsBook>;
  /** After a change by this process, which need not wait to hear of it. */
  forget(): void;
};

/** Reads the rows once, and again after a change by any process. */
export function openMoneyTerms({ tableChanges }: { tableChanges: TableChanges }): MoneyTermsReader {
  let known: TermsBook | null = null;
  let changes = 0;
  const forget = () => {
    known = null;
    changes += 1;
  };
  tableChanges.subscribe("money_settings", forget);
  return {
    forget,
    // Each asks with its own connection: a transaction that waited for what another one reads could wait for itself.
    book: async (db) => {
      if (known) return known;
      const before = changes;
      const book = bookOf(await settingsInForce(db));
      if (before === changes) known = book;
      return book;
    },
  };
}

function bookOf(rows: readonly SettingRow[]): TermsBook {
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId);
  const everybodys = byMember.get(null) ?? [];
  const rowsFor = (memberId: number | null) => {
    const own = memberId === null ? undefined : byMember.get(memberId);
    return own ? [...everybodys, ...own] : everybodys;
  };
  return {
    rowsFor,
    termsOn: (day, memberId = null) => termsFrom(rowsFor(memberId), day, memberId),
    lateRateOn: (day) => lateRate(everybodys, day),
  };
}
