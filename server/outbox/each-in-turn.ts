/**
 * Does a job's work for each item, one after the other. One that fails does not keep the others from their turn: the first
 * error is thrown at the end, so that the job counts as failed and runs again.
 */
export async function eachInTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
