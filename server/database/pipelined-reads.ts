import { inSpan, type Span, spanHere } from "../telemetry/spans.ts";

/** How many statements share a connection at most. */
const groupSize = 8;
/** A read that takes longer gets a connection to itself, because those behind it would wait; in milliseconds. */
const slowAfter = 5;
/**
 * The factor by which the expected time grows after a run that took longer, for which this process may be the reason.
 */
const growth = 1.1;
/** How many texts are remembered; the others, which differ from call to call, get a connection to themselves. */
const maxTexts = 1000;

/** Statements that neither change anything nor wait for a lock. */
const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) &&
  !/\b(insert|update|delete|for (key )?share|set_config|pg_notify|nextval|pg_\w*advisory\w*)\b/i.test(text);

// biome-ignore lint/suspicious/noExplicitAny: what drizzle passes to pg's `query`, and what that returns
type Given = any[];
/** A connection of the pool, which this module cannot name without importing what imports it. */
type Connection = { query(...given: Given): Promise<unknown> };
type Use = (work: (connection: Connection) => Promise<void>) => Promise<void>;
type Waiting = { given: Given; span: Span | null; resolve(result: unknown): void; reject(error: unknown): void };

/**
 * Lets quick reads outside transactions share connections (ADR-026): those of one turn of the event loop, and those that
 * wait for a connection, leave together in one network write, of which each would otherwise cost more processor time than
 * its execution. Each succeeds, fails and is answered on its own.
 */
export class PipelinedReads {
  readonly #use: Use;
  readonly #waiting: Waiting[] = [];
  /** How long a read is expected to take by its text, in milliseconds; null for what is no read. */
  readonly #expected = new Map<string, number | null>();
  #groups = 0;
  #scheduled = false;

  /** `use` runs its work with a connection of the pool. */
  constructor(use: Use) {
    this.#use = use;
  }

  /** Whether a statement is a read that may share a connection while it is quick. */
  takes(statement: unknown): boolean {
    const text = textOf(statement);
    if (text === null) return false;
    const known = this.#expected.get(text);
    if (known !== undefined) return known !== null;
    if (this.#expected.size >= maxTexts) return false;
    const expected = isRead(text) ? 0 : null;
    this.#expected.set(text, expected);
    return expected !== null;
  }

  /** Runs a statement with the next group. Rejects with its own error, or when no connection is available in time. */
  query(given: Given): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting = { given, span: spanHere(), resolve, reject };
      if (this.#expectedOf(given) > slowAfter)
        return void this.#use((connection) => this.#run(connection, [waiting])).catch(reject);
      this.#waiting.push(waiting);
      if (this.#scheduled) return;
      this.#scheduled = true;
      // After the requests that have arrived together have all been begun.
      setImmediate(() => {
        this.#scheduled = false;
        this.#startGroups();
      });
    });
  }

  #startGroups(): void {
    // A group that waits for a connection takes along what comes meanwhile.
    while (this.#groups * groupSize < this.#waiting.length) {
      this.#groups += 1;
      this.#use((connection) => this.#run(connection, this.#nextGroup())).catch((error) => {
        for (const { reject } of this.#nextGroup()) reject(error);
      });
    }
  }

  #nextGroup(): Waiting[] {
    this.#groups -= 1;
    return this.#waiting.splice(0, groupSize);
  }

  /** Never rejects: each statement's caller is told its own error. */
  async #run(connection: Connection, group: Waiting[]): Promise<void> {
    let previous = performance.now();
    const runOne = async ({ given, span, resolve, reject }: Waiting) => {
      // A group is begun by one of its requests, and each statement belongs to its own.
      await inSpan(span, () => connection.query(...given)).then(resolve, reject);
      const now = performance.now();
      this.#learn(given, now - previous);
      previous = now;
    };
    await Promise.all(group.map(runOne));
  }

  #expectedOf([statement]: Given): number {
    return this.#expected.get(statement.text) ?? 0;
  }

  #learn(given: Given, took: number): void {
    this.#expected.set(given[0].text, Math.min(took, (this.#expectedOf(given) || took) * growth));
  }
}

const textOf = (statement: unknown): string | null =>
  typeof statement === "object" && statement !== null && "text" in statement && typeof statement.text === "string"
    ? statement.text
    : null;
