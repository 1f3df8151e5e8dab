/**
 * Does a job's work for each item, one after the other. One that fails does not keep the others from their turn: the first
 * error is thrown at the end, so that the job counts as failed and runs again.
 */
export async function eachInTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** How many items are read at once. */
const pageSize = 200;

/**
 * The same for all that `read` finds, `limit` at a time: what `work` has done is not found again. After a page in which
 * something failed the rest waits for the job's next run.
 */
export async function allInTurn<Item>(
  read: (limit: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let more = true; more; ) {
    const items = await read(pageSize);
    await eachInTurn(items, work);
    more = items.length === pageSize;
  }
}
