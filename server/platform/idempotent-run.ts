import { deserialize, serialize } from "node:v8";
import type { House } from "../house.ts";
import type { Db } from "./database.ts";
import { type KeyRow, writeSteps } from "./idempotency-store.ts";
import { conflict } from "./problems.ts";
import type { Seal } from "./sealing.ts";

/** One run of a call with an Idempotency-Key. */
export type Run = {
  /** For this run alone: its transactions are noted with the key, and skipped when an earlier run has committed them. */
  house: House;
  /** The same at every run of the call, and never that of another call: what the run makes can be found by it. */
  id: string;
  /** Whether a transaction has committed, in this run or an earlier one. */
  changed(): boolean;
  /** Whether another run has taken the key over. */
  lost(): boolean;
  /** From here on the house is an ordinary one: some of what was started may go on after the answer. */
  end(): void;
};

/** What each transaction returned, by its place among those that the action asks for. */
type Steps = Map<number, unknown>;

const takenOver = () =>
  conflict("The same request is being worked on by another process. Please wait a moment, then look again.");
const unclear = () =>
  conflict(
    "This request was interrupted, and part of it is done. Please look at what is there before you send it again.",
  );

/**
 * Makes the house of one run. An action changes state in a transaction (docs/architecture.md); with a key, the transaction
 * also writes what it returned to the key's row, so that effect and note are one commit. A run after a crash gets what was
 * noted instead of doing it again, and makes the answer from there. `resumes` (see the contract) notes nothing.
 */
export function runOf(house: House, row: KeyRow, { seal, resumes }: { seal: Seal; resumes: boolean }): Run {
  let steps: Steps = row.steps ? (deserialize(seal.open(row.steps)) as Steps) : new Map();
  let next = 0;
  let changed = steps.size > 0;
  let lost = false;
  let ended = false;

  const noted = async <T>(work: (tx: Db) => Promise<T>, config?: Parameters<Db["transaction"]>[1]): Promise<T> => {
    const step = next;
    next += 1;
    if (steps.has(step)) return steps.get(step) as T;
    // One that failed in an earlier run and was followed by others: nobody can say what it would do now.
    if ([...steps.keys()].some((later) => later > step)) throw unclear();
    let after = steps;
    const result = await house.db.transaction(async (tx) => {
      const returned = await work(tx as Db);
      after = new Map(steps).set(step, returned);
      if (!(await writeSteps(tx as Db, row, seal.seal(serialize(after))))) {
        lost = true;
        throw takenOver();
      }
      return returned;
    }, config);
    steps = after;
    return result;
  };

  const transaction = async <T>(
    work: (tx: Db) => Promise<T>,
    config?: Parameters<Db["transaction"]>[1],
  ): Promise<T> => {
    if (ended || config?.accessMode === "read only") return house.db.transaction(work as never, config) as Promise<T>;
    const result = resumes
      ? await (house.db.transaction(work as never, config) as Promise<T>)
      : await noted(work, config);
    changed = true;
    return result;
  };
  const db = Object.assign(Object.create(house.db) as Db, { transaction });
  return {
    house: { ...house, db },
    id: seal.hash(`${row.scope} ${row.endpoint} ${row.createdAt.toISOString()}`),
    changed: () => changed,
    lost: () => lost,
    end: () => {
      ended = true;
    },
  };
}
