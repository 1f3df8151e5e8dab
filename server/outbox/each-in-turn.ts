import { factsOf } from "../error-facts.ts";
import { failureReason } from "./failure-reason.ts";

/** The id of what a job works on: the item itself, or the field that has it. */
type Id = number | string;
type Identified = Id | { id: Id } | { memberId: Id };
const idOf = (item: Identified): Id => (typeof item !== "object" ? item : "id" in item ? item.id : item.memberId);

/** What failed of a job's run; the message is the first error's, which is the cause. */
class SomeFailed extends Error {
  readonly failures: readonly { id: Id; error: unknown }[];
  constructor(failures: readonly { id: Id; error: unknown }[]) {
    const [first] = failures;
    super(factsOf(first?.error).message, { cause: first?.error });
    this.failures = failures;
  }
}

/** How many kinds of failure, and how many ids of each, are logged of one run. */
const maxLogged = 20;

/** The distinct errors of a job's run, each with the ids of what it was about and how many there were. */
export function distinctFailures(error: unknown): { error: unknown; ids?: Id[]; count?: number }[] {
  if (!(error instanceof SomeFailed)) return [{ error }];
  const byReason = Map.groupBy(error.failures, (each) => failureReason(each.error));
  return [...byReason.values()].slice(0, maxLogged).map((alike) => ({
    error: alike[0]?.error,
    ids: alike.slice(0, maxLogged).map(({ id }) => id),
    count: alike.length,
  }));
}

/**
 * Does a job's work for each item, one after the other. One that fails does not keep the others from their turn: SomeFailed is
 * thrown at the end, so that the job counts as failed and runs again.
 */
export async function eachInTurn<Item extends Identified>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: { id: Id; error: unknown }[] = [];
  for (const item of items) await work(item).catch((error) => failures.push({ id: idOf(item), error }));
  if (failures.length > 0) throw new SomeFailed(failures);
}

/** How many items are read at once. */
const pageSize = 200;

/**
 * The same for all that `read` finds, `limit` at a time: what `work` has done is not found again. After a page in which
 * something failed the rest waits for the job's next run.
 */
export async function allInTurn<Item extends Identified>(
  read: (limit: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let more = true; more; ) {
    const items = await read(pageSize);
    await eachInTurn(items, work);
    more = items.length === pageSize;
  }
}
