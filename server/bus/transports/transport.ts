import { createHash } from "node:crypto";
import { withTimeout } from "../../with-timeout.ts";

/** Carries messages to the other processes of an installation; a process also receives its own. */
export type Transport = {
  /** Sends texts in order. Rejects when they may not have been sent; sending them again is harmless. */
  send(texts: readonly string[]): Promise<unknown>;
  /**
   * Resolves once everything that others had sent before the call has been received. Rejects when that is not known.
   */
  received(): Promise<unknown>;
  /** Closes the receiving connection and opens it again, for one that is open but delivers nothing. */
  reopen(): void;
  close(): Promise<void>;
};
/** Called with each message, when receiving has failed, and when it works again. */
export type TransportListener = { text(text: string): void; broken(error?: Error): void; restored(): void };

/** The timeout of a command, in milliseconds. */
export const answerTimeout = 2000;

/** The bus's answer; rejects when there is none within `milliseconds`. */
export const inTime = <T>(answer: Promise<T>, milliseconds = answerTimeout): Promise<T> =>
  withTimeout(answer, milliseconds, () => new Error("the bus did not answer in time"));

/**
 * Resolves with `ready`, or after two seconds without it: if the server is down, the process starts all the same, reads from
 * the database, and the transport keeps connecting.
 */
export async function readyOrLate(ready: Promise<unknown>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, answerTimeout).unref());
  await Promise.race([late, ready]);
}

/** Sixteen letters for an installation, by which several share a server. They do not tell its secret. */
export const shortNameOf = (installation: string): string =>
  createHash("sha256").update(installation).digest("hex").slice(0, 16);
