/** Queries of one kind that may be on their way at once; whoever comes meanwhile travels with the next. */
const mostUnderWay = 2;

/**
 * Reads by id that are asked for at the same moment travel together: one round trip, each id once. A read never joins a
 * query that left before it was asked for, so everybody sees what was committed before they asked. Answers null for an
 * id that `read` finds nothing for; when a query fails, all who travelled with it fail.
 */
export function together<Row, Id extends number | string = number>(
  read: (ids: Id[]) => Promise<Map<Id, Row>>,
): (id: Id) => Promise<Row | null> {
  let waiting: Passenger<Row, Id>[] = [];
  let underWay = 0;
  const leave = async () => {
    const passengers = waiting;
    waiting = [];
    underWay += 1;
    try {
      const rows = await read([...new Set(passengers.map(({ id }) => id))]);
      for (const { id, resolve } of passengers) resolve(rows.get(id) ?? null);
    } catch (error) {
      for (const { reject } of passengers) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void leave();
    }
  };
  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      // The first one waits a moment for those who arrive with it.
      if (waiting.length === 1 && underWay < mostUnderWay)
        setImmediate(() => waiting.length > 0 && underWay < mostUnderWay && void leave());
    });
}

type Passenger<Row, Id> = { id: Id; resolve: (row: Row | null) => void; reject: (error: unknown) => void };

/** So many writes travel together at most. */
const mostWrites = 100;

/**
 * Writes that are asked for while one is under way travel together with the next: one round trip and one commit for all
 * of them. They are done one after another in the order in which they were asked for, and answered in that order.
 * `write` answers one result for each, in order; when it fails, it has stored nothing and all who travelled with it fail.
 */
export function writtenTogether<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Sender<Item, Result>[] = [];
  let underWay = false;
  const leave = async () => {
    while (waiting.length > 0) {
      const senders = waiting.splice(0, mostWrites);
      const answered = await write(senders.map(({ item }) => item)).then(
        (results) => () => {
          for (const [at, { resolve }] of senders.entries()) resolve(results[at] as Result);
        },
        (error) => () => {
          for (const { reject } of senders) reject(error);
        },
      );
      // What follows may be long: the next write is on its way first.
      setImmediate(answered);
    }
    underWay = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay) return;
      underWay = true;
      // The first one waits a moment for those who arrive with it.
      setImmediate(() => void leave());
    });
}

type Sender<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
