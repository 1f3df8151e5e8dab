// Random sequences of commands against a model. Each walk has dice of its own, so that one can be played again alone.

export type Dice = <T>(of: readonly T[]) => T;

/** Random, and the same at every run. */
function dice(seed: number): Dice {
  let state = seed;
  return (of) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return of[Math.floor((state / 2_147_483_648) * of.length)] as (typeof of)[number];
  };
}

/**
 * Plays walks 1 to `count`, one after the other. One that fails says its number and what was done in it, and
 * `TEST_WALK=<number>` plays it alone; any number will do. What a walk does must not hang on those before it.
 */
export async function playWalks(
  count: number,
  play: (pick: Dice, note: (step: string) => void) => Promise<void>,
): Promise<void> {
  const only = Number(process.env["TEST_WALK"]);
  const walks = only ? [only] : Array.from({ length: count }, (_, index) => index + 1);
  for (const walk of walks) {
    const steps: string[] = [];
    try {
      await play(dice(walk * 7919), (step) => steps.push(step));
    } catch (error) {
      const told = `TEST_WALK=${walk} diverged after: ${steps.join("; ")}`;
      if (error instanceof Error) error.message = `${told}\n${error.message}`;
      throw error;
    }
  }
}

/** What one command promises: what is answered (an HTTP status, if not more), and how the model looks after it. */
export type Promised<Model, Status = number> = { status: Status; after: Model };

/**
 * What two commands at the same moment may answer: as if one of them had come first and the other had found what it left,
 * in either order.
 */
export function eitherFirst<Model, Command, Status>(
  model: Model,
  [one, other]: readonly [Command, Command],
  promise: (model: Model, command: Command) => Promised<Model, Status>,
): { statuses: [Status, Status]; after: Model }[] {
  const inTurn = (first: Command, second: Command) => {
    const left = promise(model, first);
    const right = promise(left.after, second);
    return { statuses: [left.status, right.status] as [Status, Status], after: right.after };
  };
  const turned = inTurn(other, one);
  return [inTurn(one, other), { statuses: [turned.statuses[1], turned.statuses[0]], after: turned.after }];
}
