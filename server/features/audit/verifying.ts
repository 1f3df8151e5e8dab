import { dayInLondon, formatLong } from "@plumbline/contract/dates.ts";
import type { Db } from "../../database/database.ts";
import { firstHash, hashOf } from "./chain.ts";
import { entriesAfter, eventsLeftOut, type StoredEntry } from "./sealing-store.ts";

const page = 1000;
/** Where the chain is broken everywhere, the first places say enough. */
const mostFindings = 50;
/** How much older than the sealing before it an event may be, in milliseconds: transactions last, and clocks differ. */
const tolerance = 15 * 60 * 1000;

export type Verdict = {
  entries: number;
  /** The newest entry, to be noted elsewhere: with it a later run finds out whether the end was cut off. */
  head: { id: number; hash: string } | null;
  /** Events that are committed and not in the chain yet. */
  waiting: number;
  /** What is wrong, as sentences; empty when the audit is whole. */
  findings: string[];
};

/** Where the reading is: the last entry, when it was sealed, and when the sealing before that one was. */
type Chain = { id: number; hash: string; sealedAt: Date | null; earlier: Date | null };

/**
 * Reads the whole audit and names every entry that was changed, removed or put in since it was sealed. With `noted`, an
 * entry's position and hash as they were once, it also finds an end that was cut off or made anew.
 */
export async function verifyAudit(db: Db, noted: { id: number; hash: string } | null = null): Promise<Verdict> {
  const findings: string[] = [];
  const chain: Chain = { id: 0, hash: firstHash, sealedAt: null, earlier: null };
  let entries = 0;
  let notedHash: string | null = null;
  for (let read: StoredEntry[] = []; entries === 0 || read.length === page; ) {
    read = await entriesAfter(db, chain.id, page);
    if (read.length === 0) break;
    for (const entry of read) {
      entries += 1;
      findings.push(...missingBefore(entry.id, chain.id), ...faultsOf(entry, chain.hash));
      // Of the sealing before the one that this entry belongs to.
      if (chain.sealedAt && chain.sealedAt < entry.sealedAt) chain.earlier = chain.sealedAt;
      const { sealed } = entry;
      if (sealed && chain.earlier && sealed.createdAt.getTime() < chain.earlier.getTime() - tolerance)
        findings.push(
          `${nameOf(entry)} says ${dayOf(sealed.createdAt)}, but was written after what was sealed on ${dayOf(chain.earlier)}: it was put in later.`,
        );
      if (entry.id === noted?.id) notedHash = entry.hash;
      Object.assign(chain, { id: entry.id, hash: entry.hash, sealedAt: entry.sealedAt });
    }
  }
  const { ids, waiting } = await eventsLeftOut(db, mostFindings);
  for (const id of ids) findings.push(`Event ${id} belongs into the audit and is not in it: its entry was removed.`);
  if (noted && notedHash !== noted.hash)
    findings.push(
      notedHash === null
        ? `Entry ${noted.id} is missing, which was noted: the end was cut off.`
        : `Entry ${noted.id} has another hash than was noted: the audit was made anew.`,
    );
  const head = entries > 0 ? { id: chain.id, hash: chain.hash } : null;
  return { entries, head, waiting, findings: findings.slice(0, mostFindings) };
}

function missingBefore(id: number, last: number): string[] {
  if (id === last + 1) return [];
  return [last + 1 === id - 1 ? `Entry ${id - 1} is missing.` : `Entries ${last + 1} to ${id - 1} are missing.`];
}

function faultsOf(entry: StoredEntry, previous: string): string[] {
  if (!entry.sealed) return [`The event of entry ${entry.id}, event ${entry.eventId}, was removed.`];
  if (hashOf(previous, entry.sealed) === entry.hash) return [];
  return [`${nameOf(entry)} does not fit its hash: it, its event or the entry before it was changed.`];
}

const dayOf = (moment: Date) => formatLong(dayInLondon(moment));
const nameOf = ({ id, sealed }: StoredEntry) => `Entry ${id} (${sealed?.kind}, event ${sealed?.eventId})`;
