import { type Span, spanHere } from "./spans.ts";

/** The part of a statement that its span is named by: drizzle's and pg's query configuration, or a text. */
type Statement = string | { text?: string; name?: string | undefined };

/**
 * Begins the span of an SQL statement, named as the code that prepared it calls it, otherwise by its operation and tables.
 * Neither its text nor its parameters are recorded. Null where nothing is.
 */
export function beginStatement(statement: Statement | undefined, database: string | undefined): Span | null {
  const parent = spanHere();
  if (!parent) return null;
  const { text = "", name } = typeof statement === "string" ? { text: statement } : (statement ?? {});
  // The part after a colon names the columns that are written (database/prepared-writes.ts).
  const summary = name?.split(":", 1)[0] ?? parent.summaryOf(text);
  return parent.child(summary, "client", {
    "db.system.name": "postgresql",
    "db.query.summary": summary,
    "db.operation.name": operationOf(text),
    ...(database ? { "db.namespace": database } : {}),
  });
}

/** SELECT, INSERT, BEGIN and the like; of a statement that begins with WITH what it is for. */
function operationOf(text: string): string {
  const first = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
  if (first !== "WITH") return first;
  return /\b(?<!for |do )(insert|update|delete)\b/i.exec(text)?.[1]?.toUpperCase() ?? "SELECT";
}

/** How many tables a summary names. */
const maxTables = 4;
/** A table that is read or written: not a function's rows, and not the lock of `for update`. */
const tableNames =
  /\b(?:(?:from|join)\s+(?:only\s+)?"?([a-z_]\w*)\b(?!"?\s*\()|(?:into|(?<!for |do )update)\s+"?([a-z_]\w*))/gi;
const commonTables = /"?\b([a-z_]\w*)"?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;

/** The operation and the first tables of an SQL text: "SELECT engagements members". */
export function summaryOf(text: string): string {
  const common = new Set([...text.matchAll(commonTables)].map(([, name]) => name));
  const named = [...text.matchAll(tableNames)].map(([, read, written]) => read ?? written ?? "");
  const tables = new Set(named.filter((name) => !common.has(name) && !/^(select|lateral|set)$/i.test(name)));
  return [operationOf(text), ...[...tables].slice(0, maxTables)].join(" ");
}
