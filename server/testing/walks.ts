import fc from "fast-check";
import { messageOf } from "../error-facts.ts";
import { fullSize } from "./size.ts";

// Random sequences of commands against a model, generated, replayed and shrunk by fast-check.

export type Pick = <T>(of: readonly T[]) => T;

/**
 * Plays `count` walks. A failing one is shrunk to the fewest and simplest choices that still fail, towards the first of
 * each list, and reported with its commands, seed and path: `TEST_SEED=… TEST_PATH=…` replays it. The suite's two
 * passes play different walks. Walks must be independent of each other.
 */
export async function playWalks(
  count: number,
  play: (pick: Pick, note: (step: string) => void) => Promise<void>,
): Promise<void> {
  const { TEST_SEED, TEST_PATH, TEST_DATABASE_URL } = process.env;
  const seed = Number(TEST_SEED ?? (TEST_DATABASE_URL && !fullSize ? 2 : 1));
  const walk = fc.asyncProperty(fc.gen(), async (generate) => {
    const steps: string[] = [];
    try {
      await play(
        (of) => generate(fc.constantFrom, ...of),
        (step) => steps.push(step),
      );
    } catch (error) {
      throw new Error(`diverged after: ${steps.join("; ")}; ${messageOf(error)}`, { cause: error });
    }
  });
  await fc.assert(walk, {
    numRuns: count,
    seed,
    ...(TEST_PATH ? { path: TEST_PATH } : {}),
    includeErrorInReport: true,
  });
}

/** The expected outcome of a command: its result (an HTTP status, or more), and the model after it. */
export type Expected<Model, Status = number> = { status: Status; after: Model };

/** The possible outcomes of two concurrent commands: those of executing them one after the other, in either order. */
export function outcomesInEitherOrder<Model, Command, Status>(
  model: Model,
  [one, other]: readonly [Command, Command],
  promise: (model: Model, command: Command) => Expected<Model, Status>,
): { statuses: [Status, Status]; after: Model }[] {
  const inTurn = (first: Command, second: Command) => {
    const left = promise(model, first);
    const right = promise(left.after, second);
    return { statuses: [left.status, right.status] as [Status, Status], after: right.after };
  };
  const reversed = inTurn(other, one);
  return [inTurn(one, other), { statuses: [reversed.statuses[1], reversed.statuses[0]], after: reversed.after }];
}
