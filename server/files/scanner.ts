import { createReadStream } from "node:fs";
import { connect } from "node:net";
import { pipeline } from "node:stream/promises";
import type { FastifyBaseLogger } from "fastify";
import { factsOf } from "../error-facts.ts";
import type { ClamdAddress } from "./clamd-address.ts";
import type { Content } from "./content.ts";

/**
 * The virus scanner could not be reached, did not answer in time, or gave an answer that we cannot read. Such a call
 * gets 503.
 */
export class ScannerUnavailable extends Error {
  /**
   * Why, for the log: a code of the network such as ECONNREFUSED, `Timeout`, `CutOff` (it hung up before its answer was
   * whole), `TooLarge` (for its StreamMaxLength), `Failed` (it could not scan the file) or `Unreadable`.
   */
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super("The virus scanner could not be asked.", options);
    this.name = "ScannerUnavailable";
    this.code = code;
  }
}

/**
 * EICAR's test file, which every scanner reports and which is harmless. Split, so that scanners do not report this
 * file.
 */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-");

const results = ["clean", "infected", "unavailable"] as const;

/** clamd, which looks at each file before anybody can open it (ADR-042). */
export type Scanner = {
  /** The name of the signature that was found in the content, null for none. Throws ScannerUnavailable. */
  scan(content: Content): Promise<string | null>;
  /** Whether it answers now. Never throws. */
  answers(): Promise<boolean>;
  /** Whether it answered when it was last asked anything; null before. */
  readonly answered: boolean | null;
  /**
   * Its version and those of its signatures: `ClamAV 1.4.3/27800/Mon Nov 23 08:26:56 2026`. Throws ScannerUnavailable.
   */
  version(): Promise<string>;
  /** How many files were scanned since the start, by result. */
  readonly counts: Readonly<Record<(typeof results)[number], number>>;
};

/** How long the scanner may take, in milliseconds, before the upload is refused. */
const timeouts = {
  connection: 5_000,
  /** From the connection to the verdict on a file. */
  scan: 30_000,
  /** To a command without a file. */
  command: 5_000,
};
type Timeouts = { readonly [name in keyof typeof timeouts]: number };

const chunkSize = 64 * 1024;
/** clamd's answers are a line. */
const maxAnswer = 4_096;

/** Returns a client of clamd, without connecting yet. Each command has a connection of its own. */
export function openScanner(
  address: ClamdAddress,
  log: Pick<FastifyBaseLogger, "warn">,
  limits: Timeouts = timeouts,
): Scanner {
  const counts = { clean: 0, infected: 0, unavailable: 0 };
  let answered: boolean | null = null;
  const ask = async (command: string, content: Content | null = null): Promise<Conversation> => {
    try {
      const conversation = await converse(address, command, content, limits);
      answered = true;
      return conversation;
    } catch (error) {
      answered = false;
      throw error;
    }
  };
  return {
    counts,
    get answered() {
      return answered;
    },
    scan: async (content) => {
      try {
        const signature = verdictOf(await ask("INSTREAM", content));
        counts[signature === null ? "clean" : "infected"] += 1;
        // Without the file's name and sender: the request's own line names the member.
        if (signature !== null) log.warn({ signature: loggable(signature) }, "an infected file was refused");
        return signature;
      } catch (error) {
        counts.unavailable += 1;
        throw error;
      }
    },
    answers: () =>
      ask("PING").then(
        ({ answer }) => answer === "PONG",
        () => false,
      ),
    version: async () => (await ask("VERSION")).answer,
  };
}

/** The metric of scanned files, by result; all zero without a scanner. */
export const scannedFiles = (scanner: Pick<Scanner, "counts"> | null) => ({
  name: "plumbline_files_scanned_total",
  help: "Uploaded files that the virus scanner was asked about, by what came of it",
  label: "result",
  read: () => scanner?.counts ?? Object.fromEntries(results.map((result) => [result, 0])),
});

type Conversation = { answer: string; sentWhole: boolean };

/**
 * Reads clamd's answer to INSTREAM. Only its own two words for a whole file are a verdict; anything else is an outage.
 */
function verdictOf({ answer, sentWhole }: Conversation): string | null {
  const [, signature] = /^stream: (.+) FOUND$/s.exec(answer) ?? [];
  if (signature !== undefined) return signature;
  if (answer === "stream: OK" && sentWhole) return null;
  if (/size limit exceeded/i.test(answer)) throw new ScannerUnavailable("TooLarge");
  throw new ScannerUnavailable(answer.endsWith("ERROR") ? "Failed" : "Unreadable");
}

const loggable = (signature: string) => (/^[\w.:()/-]{1,100}$/.test(signature) ? signature : "of an unusual name");

/** Sends one command, with the content if there is any, and reads its answer. Throws ScannerUnavailable. */
async function converse(
  address: ClamdAddress,
  command: string,
  content: Content | null,
  limits: Timeouts,
): Promise<Conversation> {
  const socket = connect(address);
  const giveUp = () => socket.destroy(new ScannerUnavailable("Timeout"));
  let timer = setTimeout(giveUp, limits.connection);
  socket.once("connect", () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, content === null ? limits.command : limits.scan);
  });
  const answered = new Promise<string>((resolve, reject) => {
    let text = "";
    socket.setEncoding("latin1").on("data", (piece: string) => {
      text += piece;
      const end = text.indexOf("\0");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > maxAnswer) reject(new ScannerUnavailable("Unreadable"));
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new ScannerUnavailable("CutOff")));
  });
  const sending = { whole: false };
  // A file that cannot be read ends the wait for an answer.
  const sent = pipeline(framed(command, content, sending), socket, { end: false }).catch((error) => {
    socket.destroy(error);
  });
  try {
    return { answer: await answered, sentWhole: sending.whole };
  } catch (error) {
    if (error instanceof ScannerUnavailable) throw error;
    throw new ScannerUnavailable(factsOf(error).code ?? "Failed", { cause: error });
  } finally {
    clearTimeout(timer);
    socket.destroy();
    // A temporary file may be removed only once nobody reads it.
    await sent;
  }
}

/** A command as clamd takes it, and after it the content in pieces with their lengths and an empty one at the end. */
async function* framed(command: string, content: Content | null, sending: { whole: boolean }): AsyncGenerator<Buffer> {
  yield Buffer.from(`z${command}\0`);
  if (content === null) return;
  const pieces: AsyncIterable<Buffer> | Generator<Buffer> =
    typeof content === "string" ? createReadStream(content, { highWaterMark: chunkSize }) : inPieces(content);
  for await (const piece of pieces) yield Buffer.concat([lengthOf(piece), piece]);
  sending.whole = true;
  yield Buffer.alloc(4);
}

function* inPieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += chunkSize) yield content.subarray(at, at + chunkSize);
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
