/** Longer texts are bulk inserts whose length varies; preparing them would only fill the server's memory. */
const maxTextLength = 20_000;
/** Each prepared statement costs every connection some 50 KB on the server, so their number is bounded. */
const maxStatements = 1000;
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;

/**
 * Names the statements that a pool's connections prepare: a text gets its name when it is run for the second time.
 * Planning a join of eight tables costs thirty times its execution, and a statement without a name is planned each time.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  /** The name to prepare `text` under, or undefined when it is to run without one. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (this.#names.size >= maxStatements || text.length > maxTextLength || !preparable.test(text)) return undefined;
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= maxStatements) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return undefined;
    }
    const next = `s${this.#names.size}`;
    this.#names.set(text, next);
    return next;
  }

  /** The texts that are prepared at present. */
  get texts(): string[] {
    return [...this.#names.keys()];
  }
}
