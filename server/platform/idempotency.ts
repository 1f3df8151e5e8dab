import { createHash, createHmac, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import type { House } from "../house.ts";
import type { ReceivedFile } from "./files.ts";
import {
  type Claimed,
  claimKey,
  deleteKeysBefore,
  findKey,
  findVisitorsKey,
  type KeyId,
  type KeyRow,
  reclaimKeys,
  releaseKey,
  renewedEvery,
  renewKey,
  takeOverKey,
  writeAnswer,
} from "./idempotency-store.ts";
import { type Run, runOf } from "./idempotent-run.ts";
import { readable } from "./inputs.ts";
import type { Job } from "./jobs.ts";
import type { Member } from "./members.ts";
import { invalid, Problem } from "./problems.ts";
import { type Seal, sealOf } from "./sealing.ts";
import { sourceOf } from "./source.ts";

/** How long an answer is kept (decision 46), in milliseconds. */
const keptFor = 24 * 60 * 60 * 1000;
const longestKey = 255;
const visitors = "visitor ";

/** A call that carries an Idempotency-Key, after validation. */
export type KeyedCall = {
  key: string;
  /** Method and path as declared: a key is good for one endpoint. */
  endpoint: string;
  /** See the contract: the action finds what it has begun, and no transaction is skipped. */
  resumes: boolean;
  member: Member | null;
  request: FastifyRequest;
  files: readonly ReceivedFile[];
};

/** Status and body as they leave; empty for no body. Of a refusal, the body is what `replayOf` makes it from. */
export type Answered = { status: number; body: string };
type Refusal = Pick<Problem, "errors" | "allowedActions">;
const refusalBody = ({ errors, allowedActions }: Refusal) => JSON.stringify({ errors, allowedActions });

/** Says that this is an answer that was given before. */
export const replayedHeader = "idempotency-replayed";

/** The header's value; null when there is none. Throws invalid for one that is no key. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || key.length < 1 || key.length > longestKey)
    throw invalid({ base: [`An Idempotency-Key has 1 to ${longestKey} characters.`] });
  return key;
}

const underWay = (seconds: number) =>
  new Problem(
    409,
    { base: ["The same request is still being worked on. Please wait a moment, then send it again."] },
    { allowedActions: [], retryAfter: seconds },
  );
const otherRequest = () =>
  invalid({ base: ["This Idempotency-Key was sent with another request. Please send this one with a new key."] });

/**
 * Answers a call once (decision 46): whoever sends it again with the same key gets the first answer; 409 while the first is
 * under way, 422 for another request. `work` runs with a house of its own, whose transactions are noted with the key, so
 * that a process killed between the commit and the answer has not done the thing twice when it is asked again. What the
 * call refuses without having changed anything is not kept.
 */
export async function answerOnce(
  house: House,
  call: KeyedCall,
  work: (run: Run) => Promise<Answered>,
): Promise<Answered & { replayed: boolean }> {
  const seal = sealOf(house.secret, call.key);
  const requestHash = seal.hash(await fingerprintOf(call));
  const claimed = await claim(house, call, seal, requestHash);
  if ("answer" in claimed) return replayOf(claimed.answer);
  const { row } = claimed;
  const run = runOf(house, row, { seal, resumes: call.resumes });
  const renewing = setInterval(() => void renewKey(house.db, row).catch(() => {}), renewedEvery);
  try {
    const answer = await work(run);
    await keep(house, row, seal, answer);
    return { ...answer, replayed: false };
  } catch (error) {
    await settleFailure(house, row, seal, run, error);
    throw error;
  } finally {
    clearInterval(renewing);
    run.end();
  }
}

/** The first answer again. Throws what was refused then, in the words of then. */
function replayOf({ status, body }: Answered): Answered & { replayed: boolean } {
  if (status < 400) return { status, body, replayed: true };
  const { errors, allowedActions } = JSON.parse(body) as Refusal;
  throw new Problem(status, errors, {
    ...(allowedActions && { allowedActions }),
    headers: { [replayedHeader]: "true" },
  });
}

/** The key for this call alone, or the answer that it got before. */
async function claim(
  house: House,
  call: KeyedCall,
  seal: Seal,
  requestHash: string,
): Promise<{ row: KeyRow } | { answer: Answered }> {
  const now = house.clock.now();
  const forgotten = new Date(now.getTime() - keptFor);
  const place = { endpoint: call.endpoint, keyHash: seal.hash(call.endpoint) };
  // A visitor's retry may come from another address; only the same request finds it there.
  const elsewhere = call.member
    ? null
    : await findVisitorsKey(house.db, { ...place, requestHash }, visitors, forgotten);
  const id: KeyId = elsewhere ?? { ...place, scope: scopeOf(house, call) };
  const fresh = { ...id, claim: randomUUID(), requestHash, createdAt: now };
  if (await claimKey(house.db, fresh, forgotten)) return { row: rowOf(fresh) };
  const found = await findKey(house.db, id);
  // Released between the two questions: whoever had it has changed nothing.
  if (!found) throw underWay(1);
  if (found.requestHash !== requestHash) throw otherRequest();
  if (found.status !== null) return { answer: { status: found.status, body: openText(seal, found.body) } };
  const taken = found.alive ? null : await takeOverKey(house.db, found, fresh.claim);
  if (!taken) throw underWay(1);
  return { row: taken };
}

const rowOf = (fresh: Claimed & Pick<KeyRow, "requestHash" | "createdAt">): KeyRow => ({
  ...fresh,
  leasedUntil: fresh.createdAt,
  steps: null,
  status: null,
  body: null,
});

const openText = (seal: Seal, body: Buffer | null) => (body ? seal.open(body).toString() : "");

/** Whose key it is. Two people never share one: visitors are told apart by the address they come from. */
function scopeOf({ secret }: House, { member, request }: KeyedCall): string {
  if (member) return `member ${member.id}`;
  return (
    visitors +
    createHmac("sha256", secret)
      .update(`visitor ${sourceOf(request)}`)
      .digest("base64url")
      .slice(0, 22)
  );
}

/** Everything that makes the request what it is: its parameters, its body as it came, and the bytes of its files. */
async function fingerprintOf({ request, files }: KeyedCall): Promise<string> {
  const sums = [];
  for (const { path, name } of files) sums.push([name, await sumOf(path)]);
  return JSON.stringify([request.params, request.query, request.isMultipart() ? sums : readable(request.body ?? null)]);
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64url");
}

/** What was done is done, whether its answer could be kept or not: the next call makes it again from the steps. */
async function keep(house: House, row: KeyRow, seal: Seal, { status, body }: Answered): Promise<void> {
  try {
    await writeAnswer(house.db, row, status, seal.seal(Buffer.from(body)));
  } catch (error) {
    house.log.warn({ err: error, endpoint: row.endpoint }, "an answer could not be kept for its Idempotency-Key");
  }
}

/** A refusal that changed something is an answer like any other; after a failure of ours the next call goes on from here. */
async function settleFailure(house: House, row: KeyRow, seal: Seal, run: Run, error: unknown): Promise<void> {
  const refused = error instanceof Problem && error.status < 500;
  if (refused && run.changed() && !run.lost())
    return keep(house, row, seal, { status: error.status, body: refusalBody(error) });
  await releaseKey(house.db, row, { keep: run.changed() }).catch((failure) =>
    house.log.warn({ err: failure, endpoint: row.endpoint }, "an Idempotency-Key was not released; its lease runs out"),
  );
}

/** The embedded database has one process: what was under way when it opens died with the one before. */
export async function reclaimInterrupted({ db, database }: House): Promise<void> {
  if (database.kind === "embedded") await reclaimKeys(db);
}

export const idempotencyJobs: Job[] = [
  {
    name: "forget answers kept for Idempotency-Keys",
    everySeconds: 3600,
    run: ({ db, clock }) => deleteKeysBefore(db, new Date(clock.now().getTime() - keptFor)),
  },
];
