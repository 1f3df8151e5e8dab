import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { containsWords, filterValues, passes } from "../../database/list-filters.ts";
import { preparedBy } from "../../database/prepared.ts";
import { fileNamesColumn } from "../../files/file-column.ts";
import { conversations, messages } from "./schema.ts";
import type { MessageRow } from "./store.ts";
import { messageWords, queryIn, wordsQuery } from "./words-column.ts";

/** How many conversations a search reads, the latest ones. */
const conversationsSearched = 500;

export type Search = {
  q: string | undefined;
  /** Only the conversation with this member. */
  receiverId: number | undefined;
  before: number | undefined;
  limit: number;
};
type Choice = [role: "advisor" | "customer", which: "all" | "one"];

const conditions = {
  words: sql`${messageWords(sql`${messages.conversationId}`, sql`${messages.body}`)}
    @@ ${queryIn(sql.raw("mine.id"), sql`${sql.placeholder("query")}::text`)}`,
  files: and(
    eq(messages.conversationId, sql.raw("mine.id")),
    sql`cardinality(${messages.attachmentIds}) > 0`,
    passes(containsWords(fileNamesColumn(sql`${messages.attachmentIds}`))),
  ),
};

/** The newest of each of the member's own conversations, which decide what they may find, and of these the newest. */
const searchOf = preparedBy((db, by: keyof typeof conditions, ...[role, which]: Choice) => {
  const { customerId, advisorId } = conversations;
  const [own, other] = role === "advisor" ? [advisorId, customerId] : [customerId, advisorId];
  const mine = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(own, sql.placeholder("memberId")), which === "one" ? eq(other, sql.placeholder("receiverId")) : undefined),
    )
    .orderBy(desc(conversations.lastMessageId))
    .limit(conversationsSearched)
    .as("mine");
  const found = db
    .select()
    .from(messages)
    .where(and(conditions[by], lt(messages.id, sql.placeholder("before"))))
    .orderBy(desc(messages.id))
    .limit(sql.placeholder("limit"))
    .as("found");
  return db
    .select(found._.selectedFields)
    .from(mine)
    .crossJoinLateral(found)
    .orderBy(desc(found.id))
    .limit(sql.placeholder("limit"))
    .prepare(`messages_${role}_${which}_${by}`);
});

const choiceOf = (role: string, { receiverId }: Search): Choice => [
  role === "advisor" ? "advisor" : "customer",
  receiverId === undefined ? "all" : "one",
];

const valuesOf = (memberId: number, { receiverId, before, limit }: Search) => ({
  memberId,
  receiverId,
  before: before ?? Number.MAX_SAFE_INTEGER,
  limit,
});

/** Messages in a member's conversations with words that begin so, newest first. */
export async function messagesByWords(
  db: Db,
  { id, role }: { id: number; role: string },
  search: Search,
): Promise<MessageRow[]> {
  const query = wordsQuery(search.q ?? "");
  if (query === null) return [];
  return searchOf(db, "words", ...choiceOf(role, search)).execute({ ...valuesOf(id, search), query });
}

/**
 * Messages with files in a member's conversations, newest first; with words only those whose file names contain them.
 */
export async function messagesWithFiles(
  db: Db,
  { id, role }: { id: number; role: string },
  search: Search,
): Promise<MessageRow[]> {
  const { words } = filterValues(search, {});
  return searchOf(db, "files", ...choiceOf(role, search)).execute({ ...valuesOf(id, search), words });
}
