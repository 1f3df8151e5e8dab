/** The minimum time between two catch-up reads, in milliseconds, because gaps often come in groups. */
const minInterval = 500;

/** Calls the catch-up functions after a gap: at once, then at most every half second, one at a time. */
export function openGaps(report: (error: unknown) => void) {
  const listeners: (() => void)[] = [];
  const allMarks: { close(): void }[] = [];
  let closed = false;
  let count = 0;
  return {
    /** `catchUp` is called after every gap, and again after a failure. */
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
        }, minInterval).unref();
      };
      listeners.push(() => {
        if (busy) again = true;
        else void run();
      });
    },
    /** How many were reported. */
    count: () => count,
    /** Reports that something may have been missed. */
    report: () => {
      count += 1;
      if (!closed) for (const read of listeners) read();
    },
    /** See `openGapMarks`, which this opens until `close`. */
    marks: (highest: () => number, onMove: () => void) => {
      const marks = openGapMarks(highest, onMove);
      allMarks.push(marks);
      return marks;
    },
    close: () => {
      closed = true;
      for (const marks of allMarks) marks.close();
    },
  };
}

/** The longest time between the assignment of a row's id and its commit, in milliseconds. */
const maxCommitTime = 60_000;

/**
 * For tables with growing ids: a lower bound for the ids of rows that a gap may have hidden, namely the highest id
 * known a minute or two before. `highest` returns the highest known id; `onMove` is called whenever the bound may move.
 */
function openGapMarks(highest: () => number, onMove: () => void) {
  let [older, newer] = [0, 0];
  let pendingCatchUps = 0;
  const timer = setInterval(() => {
    // The bound stays below a gap until its rows have been read.
    if (pendingCatchUps > 0) return;
    [older, newer] = [newer, highest()];
    onMove();
  }, maxCommitTime);
  timer.unref();
  return {
    /** Starts with the current highest id, once every new row is received. */
    begin: () => {
      [older, newer] = [highest(), highest()];
    },
    /** Makes a listener for `onGap` out of a function that reads everything above an id. */
    during: (catchUp: (since: number) => Promise<void>) => {
      let failed = false;
      return async () => {
        if (!failed) pendingCatchUps += 1;
        failed = true;
        await catchUp(older);
        failed = false;
        pendingCatchUps -= 1;
      };
    },
    close: () => clearInterval(timer),
  };
}
