import { type ImportedMember, readImport } from "@plumbline/contract/back-office/import-rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { append } from "../../outbox/outbox.ts";
import { insertApplicant, knownAmong, updateMember } from "../accounts/store.ts";

/** How many lines are imported in one call, so that it is short and its progress is seen. */
const linesAtOnce = 50;
const reason = "Taken over from a list of members.";

/** What the import of a file would do; writes nothing. */
export async function checkFile({ db }: Pick<AppContext, "db">, csv: string) {
  const { lines, good, problems } = readImport(csv);
  const emails = good.map(({ email }) => email);
  // A transaction, so that a repeated call gets the first answer (decision 46).
  const known = await db.transaction(async (tx) => (await knownAmong(tx, emails)).size);
  return { lines, known, problems, good: good.length - known };
}

/**
 * Makes approved members of the next valid lines of a file after one, in one transaction. A known address is skipped,
 * so that importing a file twice creates each member once.
 */
export async function importLines(context: AppContext, by: Member, { csv, after }: { csv: string; after: number }) {
  const { lines, good, problems } = readImport(csv);
  const batch = good.filter(({ line }) => line > after).slice(0, linesAtOnce);
  const last = batch.at(-1)?.line;
  const made = await context.db.transaction(async (tx) => {
    let count = 0;
    // In the order of their addresses, so that two imports of the same people wait for each other.
    for (const member of batch.toSorted((one, other) => one.email.localeCompare(other.email)))
      if (await makeApproved({ ...context, db: tx }, by, member)) count += 1;
    return count;
  });
  const isLast = last === undefined || last === good.at(-1)?.line;
  return { lines, problems, made, known: batch.length - made, next: isLast ? null : last };
}

async function makeApproved(
  { db, clock }: AppContext,
  by: Member,
  { role, email, name, company }: ImportedMember,
): Promise<boolean> {
  const now = clock.now();
  const id = await insertApplicant(db, { role, email, now }, { name, ...(company && { companyName: company }) });
  if (id === null) return false;
  const decided = { decision: "approved", decidedAt: now, decidedBy: by.id, decisionReason: reason } as const;
  await updateMember(db, id, { state: "approved", verifiedAt: now, ...decided });
  await append(db, { kind: "account.approved", actorId: by.id, subjectId: id, data: { reason, verified: true } }, now);
  return true;
}
