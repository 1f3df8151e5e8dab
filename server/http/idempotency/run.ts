import { deserialize, serialize } from "node:v8";
import type { Seal } from "../../auth/sealing.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { isUnanswered } from "../../database/errors.ts";
import { sendAlong } from "../../database/transaction.ts";
import { conflict } from "../problems.ts";
import { type Fresh, isLostClaim, type KeyRow, writeSteps } from "./store.ts";

/** Status and body of a response, with an empty body for none; the JSON of the refusal for an error. */
export type StoredResponse = { status: number; body: string };

/** One run of a call with an Idempotency-Key. */
export type Run = {
  /** Its transactions are recorded with the key, and skipped when an earlier run has committed them. */
  context: AppContext;
  /** Equal for every run of the call and unique to it, so that what a run creates can be found by it. */
  id: string;
  /** Whether a transaction has committed, in this run or an earlier one. */
  changed(): boolean;
  /** Whether a transaction has committed, or may have: its connection broke before the answer to its COMMIT came. */
  mayHaveChanged(): boolean;
  /** Whether another run has taken the key over. */
  lost(): boolean;
  /** Stops recording: work that continues after the response uses ordinary transactions. */
  end(): void;
};

/** The id of a call's runs. */
export const runIdOf = ({ scope, endpoint, createdAt }: Fresh, seal: Seal): string =>
  seal.hash(`${scope} ${endpoint} ${createdAt.toISOString()}`);

/** The return values of the transactions by their order within the action. */
type Steps = Map<number, unknown>;

const takenOver = () =>
  conflict("The same request is being worked on by another process. Please wait a moment, then look again.");
const partlyDone = () =>
  conflict(
    "This request was interrupted, and part of it is done. Please look at what is there before you send it again.",
  );

/**
 * Creates the context of one run. An action changes state in transactions (docs/architecture.md); with a key, each
 * transaction also writes its return value to the key's row, in the same commit. A run after a crash gets the recorded
 * values instead of repeating the transactions, and builds the response from them. With `resumes` nothing is recorded.
 */
export function createRun(context: AppContext, row: KeyRow, { seal, resumes }: { seal: Seal; resumes: boolean }): Run {
  let steps: Steps = row.steps ? deserialize(seal.open(row.steps)) : new Map();
  let next = 0;
  let changed = steps.size > 0;
  let unanswered = false;
  let lost = false;
  let ended = false;

  const recordedTransaction = async <T>(
    work: (tx: Db) => Promise<T>,
    config?: Parameters<Db["transaction"]>[1],
  ): Promise<T> => {
    const step = next;
    next += 1;
    // Recorded by the same action at the same step, in an earlier run of the same call.
    if (steps.has(step)) return steps.get(step) as T;
    // It failed in an earlier run that went on with later transactions, so its effect now is unpredictable.
    if ([...steps.keys()].some((later) => later > step)) throw partlyDone();
    let after = steps;
    const result = await context.db.transaction(async (tx) => {
      const returned = await work(tx);
      after = new Map(steps).set(step, returned);
      const written = writeSteps(tx, row, seal.seal(serialize(after))).catch((error) => {
        if (!isLostClaim(error)) throw error;
        lost = true;
        throw takenOver();
      });
      await sendAlong(tx, written);
      return returned;
    }, config);
    steps = after;
    return result;
  };

  const transaction = async <T>(
    work: (tx: Db) => Promise<T>,
    config?: Parameters<Db["transaction"]>[1],
  ): Promise<T> => {
    if (ended || config?.accessMode === "read only") return context.db.transaction(work, config);
    try {
      const result = resumes ? await context.db.transaction(work, config) : await recordedTransaction(work, config);
      changed = true;
      return result;
    } catch (error) {
      unanswered ||= isUnanswered(error);
      throw error;
    }
  };
  const db: Db = Object.assign(Object.create(context.db), { transaction });
  return {
    context: { ...context, db },
    id: runIdOf(row, seal),
    changed: () => changed,
    mayHaveChanged: () => changed || unanswered,
    lost: () => lost,
    end: () => {
      ended = true;
    },
  };
}
