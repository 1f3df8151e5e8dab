/** Far more often than processes overtake each other. */
const maxTries = 20;

/**
 * Runs what reads a state from the card provider and records it, and returns its result; again, as long as that is
 * undefined, because another process has recorded a state meanwhile that may be newer. Throws what `work` throws, and after
 * twenty tries, so that a fault of ours does not ask the provider for ever.
 */
export async function untilRecorded<T>(work: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const recorded = await work();
    if (recorded !== undefined) return recorded;
  }
  throw new Error(`another process has recorded a newer state of the card provider ${maxTries} times in a row`);
}
