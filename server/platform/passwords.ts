import { type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { Worker } from "node:worker_threads";
import { overrun } from "./problems.ts";

export type ToHash = { id: number; parameters: Argon2Parameters };
export type Hashed = { id: number; tag: Uint8Array };

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 };

/** A second's or two's worth of hashes. Whoever comes on top would wait longer than people do, and press again. */
const mostWaiting = 50;
const patience = 5;
const encoder = new TextEncoder();

type Waiting = { resolve: (tag: Uint8Array) => void; reject: (error: unknown) => void };
let thread: Worker | null = null;
const waiting = new Map<number, Waiting>();
let last = 0;

/** Throws overrun when too many wait already: to be asked before an attempt is counted against anybody. */
export function requireRoom(): void {
  if (waiting.size >= mostWaiting) throw overrun(patience);
}

/**
 * One at a time, in a thread that gives way to everything else: a storm of sign-ins queues for itself, and those who are
 * in do not notice.
 */
function derive(parameters: Argon2Parameters): Promise<Uint8Array> {
  requireRoom();
  thread ??= startThread();
  // A process that has nothing else to do may end, but not while somebody waits.
  thread.ref();
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    thread?.postMessage({ id, parameters } satisfies ToHash);
  });
}

function startThread(): Worker {
  const started = new Worker(new URL("./password-thread.ts", import.meta.url));
  started.on("message", ({ id, tag }: Hashed) => {
    waiting.get(id)?.resolve(tag);
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
  });
  started.on("error", (error) => {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return started;
}

/** Takes the password exactly as typed; returns an argon2id string with its own salt and cost. Throws overrun. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ message: encoder.encode(password), nonce, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString("base64")}$${Buffer.from(tag).toString("base64")}`;
}

/** Compares in constant time. A null hash (unknown account) costs the same and is false. Throws overrun. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? nobody);
  if (!parts) return false;
  const [, memory, passes, parallelism, nonce, expected] = parts as unknown as string[];
  const tag = await derive({
    message: encoder.encode(password),
    nonce: Buffer.from(nonce as string, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: cost.tagLength,
  });
  return timingSafeEqual(tag, Buffer.from(expected as string, "base64")) && hash !== null;
}

const filler = Buffer.alloc(32).toString("base64");
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${filler}$${filler}`;
