import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Member } from "../../auth/members.ts";
import { createSeal, keyedHash, type Seal } from "../../auth/sealing.ts";
import type { AppContext } from "../../context.ts";
import { isUnanswered, isUnavailable } from "../../database/errors.ts";
import type { ReceivedFile } from "../../files/files.ts";
import type { Job } from "../../outbox/jobs.ts";
import { invalid, Problem } from "../problems.ts";
import { sanitise } from "../sanitise.ts";
import { sourceOf } from "../source.ts";
import { runInOneTransaction } from "./one-run.ts";
import { createRun, type Run, runIdOf, type StoredResponse } from "./run.ts";
import {
  claimKey,
  deleteKeysBefore,
  type Fresh,
  findKey,
  findVisitorsKey,
  type KeyRow,
  reclaimKeys,
  releaseKey,
  renewInterval,
  renewKey,
  takeOverKey,
  writeAnswer,
} from "./store.ts";

/** How long an answer is kept (decision 46), in milliseconds. */
const retention = 24 * 60 * 60 * 1000;
const maxKeyLength = 255;
const visitorPrefix = "visitor ";

/** A call that carries an Idempotency-Key, after validation. */
export type KeyedCall = {
  key: string;
  /** Method and path as declared: a key is valid for one endpoint. */
  endpoint: string;
  /** From the contract: the action itself continues what it has begun, so no transaction is skipped. */
  resumes: boolean;
  /** Its handler is one transaction (one-transaction.ts). */
  isOneTransaction: boolean;
  member: Member | null;
  request: FastifyRequest;
  files: readonly ReceivedFile[];
};

type Refusal = Pick<Problem, "errors" | "allowedActions">;
const refusalBody = ({ errors, allowedActions }: Refusal) => JSON.stringify({ errors, allowedActions });

/** The response header that marks a replayed response. */
export const replayedHeader = "idempotency-replayed";

/** The Idempotency-Key header; null when there is none. Throws invalid for an empty or too long key. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || key.length < 1 || key.length > maxKeyLength)
    throw invalid({ base: [`An Idempotency-Key has 1 to ${maxKeyLength} characters.`] });
  return key;
}

const inProgress = () =>
  new Problem(
    409,
    { base: ["The same request is still being worked on. Please wait a moment, then send it again."] },
    { allowedActions: [], retryAfter: 1 },
  );
const keyReused = () =>
  invalid({ base: ["This Idempotency-Key was sent with another request. Please send this one with a new key."] });

/**
 * Runs a call once per key (decision 46): a repeated call gets the first response, 409 while the first is in progress,
 * 422 for a different request. `work` gets its own context. Either it is one transaction, to which the key and the response
 * belong, or its transactions are recorded with the key, so that a retry after a crash between the commit and the response
 * does not repeat them. Errors of calls that changed nothing are not stored.
 */
export async function runIdempotently(
  context: AppContext,
  call: KeyedCall,
  work: (run: Pick<Run, "context" | "id">) => Promise<StoredResponse>,
): Promise<StoredResponse & { replayed: boolean }> {
  const seal = createSeal(context.secret, call.key);
  const fresh = await freshKey(context, call, seal);
  if (call.isOneTransaction) {
    const once = { fresh, id: runIdOf(fresh, seal), seal, inProgress };
    const answer = await runInOneTransaction(context, once, work);
    if (answer) return { ...answer, replayed: false };
  }
  const claimed = await claim(context, fresh, seal);
  if ("answer" in claimed) return replayOf(claimed.answer);
  const { row } = claimed;
  const run = createRun(context, row, { seal, resumes: call.resumes });
  const renewing = setInterval(() => void renewKey(context.db, row).catch(() => {}), renewInterval);
  try {
    const answer = await work(run);
    await storeResponse(context, row, seal, answer);
    return { ...answer, replayed: false };
  } catch (error) {
    await handleFailure(context, row, seal, run, error);
    throw error;
  } finally {
    clearInterval(renewing);
    run.end();
  }
}

/** Returns the stored response, or throws the stored error. */
function replayOf({ status, body }: StoredResponse): StoredResponse & { replayed: boolean } {
  if (status < 400) return { status, body, replayed: true };
  const { errors, allowedActions }: Refusal = JSON.parse(body);
  throw new Problem(status, errors, {
    ...(allowedActions && { allowedActions }),
    headers: { [replayedHeader]: "true" },
  });
}

const expiryOf = ({ createdAt }: Fresh) => new Date(createdAt.getTime() - retention);

/** The key of a call, where it is or would be stored. */
async function freshKey(context: AppContext, call: KeyedCall, seal: Seal): Promise<Fresh> {
  const requestHash = seal.hash(fingerprintOf(call));
  const location = { endpoint: call.endpoint, keyHash: seal.hash(call.endpoint) };
  const fresh = {
    ...location,
    scope: scopeOf(context, call),
    claim: randomUUID(),
    requestHash,
    createdAt: context.clock.now(),
  };
  if (call.member) return fresh;
  // A visitor's retry may come from another network address, where only an identical request finds the key.
  const known = await findVisitorsKey(context.db, { ...location, requestHash }, visitorPrefix, expiryOf(fresh));
  return { ...fresh, ...known };
}

/** Claims the key for this run, or returns the stored response. Throws 409 and 422 as runIdempotently describes. */
async function claim(
  context: AppContext,
  fresh: Fresh,
  seal: Seal,
): Promise<{ row: KeyRow } | { answer: StoredResponse }> {
  if (await claimKey(context.db, { ...fresh, expiredBefore: expiryOf(fresh) })) return { row: rowOf(fresh) };
  const found = await findKey(context.db, fresh);
  // The other run released the key between the two queries without having changed anything.
  if (!found) throw inProgress();
  if (found.requestHash !== fresh.requestHash) throw keyReused();
  if (found.status !== null) return { answer: { status: found.status, body: openText(seal, found.body) } };
  const taken = found.alive ? null : await takeOverKey(context.db, found, fresh.claim);
  if (!taken) throw inProgress();
  return { row: taken };
}

const rowOf = (fresh: Fresh): KeyRow => ({
  ...fresh,
  leasedUntil: fresh.createdAt,
  steps: null,
  status: null,
  body: null,
});

const openText = (seal: Seal, body: Buffer | null) => (body ? seal.open(body).toString() : "");

/** The owner of the key: a member, or for visitors a keyed hash of their network address. */
function scopeOf({ secret }: AppContext, { member, request }: KeyedCall): string {
  if (member) return `member ${member.id}`;
  return (
    visitorPrefix +
    keyedHash(secret)
      .update(`visitor ${sourceOf(request)}`)
      .digest("base64url")
      .slice(0, 22)
  );
}

/** Identifies the request by its parameters, its body, and the names and checksums of its files. */
function fingerprintOf({ request, files }: KeyedCall): string {
  const checksums = files.map(({ name, checksum }) => [name, checksum]);
  return JSON.stringify([
    request.params,
    request.query,
    request.isMultipart() ? checksums : sanitise(request.body ?? null),
  ]);
}

/** A failure to store the response does not fail the call: a retry rebuilds it from the recorded transactions. */
async function storeResponse(
  context: AppContext,
  row: KeyRow,
  seal: Seal,
  { status, body }: StoredResponse,
): Promise<void> {
  try {
    await writeAnswer(context.db, row, status, seal.seal(Buffer.from(body)));
  } catch (error) {
    context.log.warn({ err: error, endpoint: row.endpoint }, "an answer could not be kept for its Idempotency-Key");
  }
}

/** Stores an error that was thrown after a change; otherwise releases the key so that the next call can continue. */
async function handleFailure(context: AppContext, row: KeyRow, seal: Seal, run: Run, error: unknown): Promise<void> {
  const refused = error instanceof Problem && error.status < 500;
  if (refused && run.changed() && !run.lost())
    return storeResponse(context, row, seal, { status: error.status, body: refusalBody(error) });
  // The next call finds by the key what this one may have done, also outside its own transactions.
  const keep = run.mayHaveChanged() || isUnanswered(error);
  await releaseKey(context.db, row, { keep }).catch((failure) =>
    context.log.warn(
      { err: failure, endpoint: row.endpoint },
      "an Idempotency-Key was not released; its lease runs out",
    ),
  );
}

/** Only one process uses an embedded database, so at its start no other run can be in progress. */
export async function releaseInterruptedKeys({ db, database, log }: AppContext): Promise<void> {
  if (database.kind !== "embedded") return;
  await reclaimKeys(db).catch((error) => {
    // The process starts on a full disk too, for reads.
    if (!isUnavailable(error)) throw error;
    log.warn({ err: error }, "interrupted runs were not released; their leases run out");
  });
}

export const idempotencyJobs: Job[] = [
  {
    name: "forget answers kept for Idempotency-Keys",
    everySeconds: 3600,
    run: ({ db, clock }) => deleteKeysBefore(db, new Date(clock.now().getTime() - retention)),
  },
];
