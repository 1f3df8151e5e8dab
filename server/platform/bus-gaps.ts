/** Between two readings of what may have been missed, in milliseconds: gaps come in swarms. */
const restsFor = 500;

export type Gaps = ReturnType<typeof openGaps>;

/** Calls those who must read again what they may have missed: at once, then at most every half second, one at a time. */
export function openGaps(report: (error: unknown) => void) {
  const readers: (() => void)[] = [];
  let closed = false;
  return {
    /** `catchUp` is called after every gap; until it has succeeded once, again. */
    on: (catchUp: () => unknown) => {
      let busy = false;
      let again = false;
      let failed = false;
      const run = async () => {
        busy = true;
        again = false;
        try {
          await catchUp();
          failed = false;
        } catch (error) {
          if (!failed && !closed) report(error);
          failed = true;
          again = true;
        }
        setTimeout(() => {
          busy = false;
          if (again && !closed) void run();
        }, restsFor).unref();
      };
      readers.push(() => {
        if (busy) again = true;
        else void run();
      });
    },
    /** Something may have been missed. */
    tell: () => {
      if (!closed) for (const read of readers) read();
    },
    close: () => {
      closed = true;
    },
  };
}

/** A row may be given its id this long before others can read it, in milliseconds. */
const slowestCommit = 60_000;

/**
 * For tables whose ids grow: the id above which lies everything that a gap can have swallowed, namely the highest that was
 * known a minute or two before it. `highest` is the highest known id; `turned` is called whenever the mark has moved.
 */
export function openGapMarks(highest: () => number, turned: () => void = () => {}) {
  let [older, newer] = [0, 0];
  let owed = 0;
  setInterval(() => {
    // As long as a gap has not been made good, the mark stays below it.
    if (owed > 0) return;
    [older, newer] = [newer, highest()];
    turned();
  }, slowestCommit).unref();
  return {
    /** From now on, everything is heard of. */
    begin: () => {
      [older, newer] = [highest(), highest()];
    },
    /** Makes what `onGap` calls out of what reads everything above an id. */
    during: (catchUp: (since: number) => Promise<void>) => {
      let failed = false;
      return async () => {
        if (!failed) owed += 1;
        failed = true;
        await catchUp(older);
        failed = false;
        owed -= 1;
      };
    },
  };
}
