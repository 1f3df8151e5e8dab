import { type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { openThread } from "../threads.ts";
import { openCommonPasswords } from "./common-passwords.ts";

/** OWASP's second recommended configuration for argon2id: 19 MiB, two passes, one lane. */
const cost = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 };

/** One or two seconds of hashing; users who wait longer would submit again and add to the queue. */
const maxQueued = 50;
const busyRetrySeconds = 5;
const encoder = new TextEncoder();

/** Hashes and compares passwords (ASVS 11.4.2: argon2id). */
export type Passwords = {
  /** Throws tooBusy when the queue is full; call it before counting an attempt against an account. */
  requireCapacity(): void;
  /** Takes the password exactly as typed; returns an argon2id string with salt and cost. Throws tooBusy. */
  hash(password: string): Promise<string>;
  /** Compares in constant time. A null hash (unknown account) takes as long and returns false. Throws tooBusy. */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** Whether it is one of those that people try first. */
  isCommon(password: string): Promise<boolean>;
};

type Derive = (parameters: Argon2Parameters) => Promise<Uint8Array>;

/**
 * Hashes one password at a time in a low-priority thread, so that many sign-ins at once do not slow down members who
 * are signed in (ADR-005).
 */
export function openPasswords(): Passwords {
  const module = new URL("./password-thread.ts", import.meta.url);
  const thread = openThread<Argon2Parameters, Uint8Array>(module, { maxQueued, retrySeconds: busyRetrySeconds });
  return {
    requireCapacity: thread.requireCapacity,
    hash: (password) => hash(thread.run, password),
    matches: (password, known) => matches(thread.run, password, known),
    isCommon: openCommonPasswords(),
  };
}

async function hash(derive: Derive, password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ message: encoder.encode(password), nonce, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString("base64")}$${Buffer.from(tag).toString("base64")}`;
}

async function matches(derive: Derive, password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? dummyHash);
  if (!parts) return false;
  const [, memory, passes, parallelism, nonce = "", expected = ""] = parts;
  const tag = await derive({
    message: encoder.encode(password),
    nonce: Buffer.from(nonce, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: cost.tagLength,
  });
  return timingSafeEqual(tag, Buffer.from(expected, "base64")) && hash !== null;
}

const filler = Buffer.alloc(32).toString("base64");
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${filler}$${filler}`;
