import { fold } from "@plumbline/contract/words.ts";
import { type SQL, sql } from "drizzle-orm";
import { folded } from "../../database/folded.ts";

// Messages are searched by an index of their words (ADR-025). Each word carries the id of its conversation, so that a search
// reads what matches in the searcher's own conversations, however much is said elsewhere.

/** A message's words as they are indexed: "c12xhello" for "Hello" in conversation 12. The index has the same text. */
export function messageWords(conversationId: SQL, body: SQL): SQL {
  const prefix = sql`' c' || ${conversationId}::text || 'x'`;
  return sql`to_tsvector('simple'::regconfig, regexp_replace(' ' || ${folded(body)}, '[^[:alnum:]]+', ${prefix}, 'g'))`;
}

const maxWords = 5;

/**
 * The words of a search as a query for one conversation, with # where its prefix goes: "#hel:* & #world:*". Null when
 * nothing is left that a word begins with.
 */
export function wordsQuery(text: string): string | null {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, maxWords);
  return words.length === 0 ? null : words.map((word) => `#${word}:*`).join(" & ");
}

/** SQL: that query for a conversation. */
export const queryIn = (conversationId: SQL, query: SQL): SQL =>
  sql`to_tsquery('simple'::regconfig, replace(${query}, '#', 'c' || ${conversationId}::text || 'x'))`;
