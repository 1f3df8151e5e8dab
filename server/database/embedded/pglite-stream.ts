import { Duplex } from "node:stream";
import type { Embedded } from "./embedded.ts";

/**
 * A stream that the ordinary `pg` driver uses as its socket to the embedded database: it responds to the start-up
 * message itself and passes on complete protocol messages. Both databases thus have the same driver and SQL dialect.
 */
export class PGliteStream extends Duplex {
  readonly #database: Embedded;
  #pending: Buffer = Buffer.alloc(0);
  #started = false;

  constructor(database: Embedded) {
    super();
    this.#database = database;
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#take().then(() => done(), done);
  }

  /** The driver holds back the messages of a statement, and of several, to write them at once. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "", done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  async #take(): Promise<void> {
    if (!this.#started) {
      if (this.#pending.length < 4 || this.#pending.length < this.#pending.readInt32BE(0)) return;
      await this.#database.ready;
      await this.#database.protocol(resetSession);
      this.#pending = this.#pending.subarray(this.#pending.readInt32BE(0));
      this.#started = true;
      this.push(handshakeResponse);
    }
    const end = endOfLastBatch(this.#pending);
    if (end === 0) return;
    const batch = this.#pending.subarray(0, end);
    this.#pending = this.#pending.subarray(end);
    if (batch[0] === terminate) return;
    if (this.destroyed) return;
    const answer = await this.#database.protocol(batch);
    this.push(Buffer.from(answer.buffer));
  }
}

const code = (letter: string) => letter.charCodeAt(0);
const terminate = code("X");
/** Query, Sync, Flush, CopyDone, CopyFail and Terminate: the messages after which the server responds. */
const flushingMessages = new Set(["Q", "S", "H", "c", "f", "X"].map(code));

function endOfLastBatch(bytes: Buffer): number {
  let end = 0;
  for (let at = 0; at + 5 <= bytes.length; ) {
    const next = at + 1 + bytes.readInt32BE(at + 1);
    if (next > bytes.length) break;
    if (flushingMessages.has(bytes.readUInt8(at))) end = next;
    at = next;
  }
  return end;
}

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const command = (text: string) => message("Q", Buffer.from(`${text}\0`));
/**
 * The database has one session, which every connection of the driver shares, so a new connection first clears what an
 * earlier one left: an incomplete batch, an open transaction, prepared statements with the same names. DISCARD ALL
 * would also end LISTEN.
 */
const resetSession = Buffer.concat([
  message("S", Buffer.alloc(0)),
  command("rollback"),
  command("deallocate all"),
  command("close all"),
  command("select pg_advisory_unlock_all()"),
]);

const setting = (name: string, value: string) => message("S", Buffer.from(`${name}\0${value}\0`));
const handshakeResponse = Buffer.concat([
  message("R", Buffer.alloc(4)),
  setting("server_version", "18.0"),
  setting("client_encoding", "UTF8"),
  setting("standard_conforming_strings", "on"),
  setting("TimeZone", "UTC"),
  message("K", Buffer.alloc(8)),
  message("Z", Buffer.from("I")),
]);
