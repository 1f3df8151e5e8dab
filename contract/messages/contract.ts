import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id } from "../fields.ts";
import { roles } from "../product.ts";
import { mostCharacters, mostFiles, texts } from "./rules.ts";

/** A file of a message: `file` is a short-lived address; the rest is ours (decision 31). Size in bytes. */
export const Attachment = z.object({
  id: z.number(),
  file: z.string(),
  file_name: z.string(),
  file_size: z.number(),
  content_type: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

/** One side of a message. */
export const Correspondent = z.object({ id: z.number(), name: z.string(), type: z.enum(roles) });

export const Message = z.object({
  id: z.number(),
  conversation_id: z.number(),
  body: z.string(),
  created_at: z.string(),
  sender: Correspondent,
  receiver: Correspondent,
  attachments: z.array(Attachment),
  /** As the sender gave it, so that a page knows its own message again (decision 29). */
  client_id: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

/** A conversation as one of its two members sees it: the receiver is the other one. Id 0: nothing was written yet. */
export const Conversation = z.object({
  id: z.number(),
  advisor_id: z.number(),
  customer_id: z.number(),
  receiver: z.object({
    id: z.number(),
    name: z.string(),
    photo: z.string().nullable(),
    /** What stands under the name: the customer's company, or the advisor's headline. */
    subtitle: z.string().nullable(),
  }),
  last_message: z
    .object({
      conversation_id: z.number(),
      body: z.string(),
      id: z.number(),
      sender_id: z.number(),
      created_at: z.string(),
      attachments: z.number(),
    })
    .nullable(),
  unread_count: z.number(),
  /** The last message that the other side has read. */
  receiver_read_id: z.number(),
  /** Why the caller cannot write here now; null when they can. */
  closed_because: z.string().nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

export const listConversations = endpoint({
  method: "GET",
  path: "/api/conversations",
  for: "member",
  summary: "My conversations, the latest first, at most a hundred; older ones with before={last_message.id}.",
  query: z.object({ before: Id.optional() }),
  output: z.array(Conversation),
});

/** The most messages that one answer carries. */
export const pageOfMessages = 50;

export const listMessages = endpoint({
  method: "GET",
  path: "/api/messages",
  for: "member",
  summary:
    "Messages with one member, oldest of the page first; without receiver_id the newest of all my conversations.",
  query: z.object({
    receiver_id: Id.optional(),
    /** History upward: only messages older than this one. */
    before: Id.optional(),
    /** What was missed: only messages newer than this one, the oldest of them first. */
    after: z.coerce.number("is not an id").int("is not an id").min(0, "is not an id").optional(),
    limit: z.coerce
      .number("is not a number")
      .int("is not a number")
      .min(1, "is too small")
      .max(pageOfMessages, `is at most ${pageOfMessages}`)
      .default(pageOfMessages),
  }),
  output: z.object({
    entries: z.array(Message),
    /** There is more in the direction that was asked for. */
    more: z.boolean(),
    /** The conversation with receiver_id, id 0 while nothing was written; null without a receiver_id. */
    conversation: Conversation.nullable(),
  }),
});

const fileIds = `Please attach at most ${mostFiles} files.`;

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/messages",
  for: "member",
  summary: "Write to a member. A repeated client_id stores one message and answers the same one (decision 29).",
  body: z.object({
    receiver_id: Id,
    message: z.object(
      {
        body: z.string(texts.empty).max(mostCharacters, texts.tooLong).default(""),
        attachment_ids: z
          .array(Id, fileIds)
          .max(mostFiles, fileIds)
          .nullish()
          .transform((ids) => [...new Set(ids ?? [])]),
        client_id: z
          .string()
          .min(1)
          .max(64)
          .nullish()
          .transform((id) => id ?? null),
      },
      texts.empty,
    ),
  }),
  output: Message,
  status: 201,
});

export const uploadMessageFile = endpoint({
  method: "POST",
  path: "/api/messages/file_upload",
  for: "member",
  summary: "Upload a file to attach to a message: 25 MB at most.",
  upload: { field: "file", most: 1 },
  output: Attachment,
  status: 201,
});

export const readConversation = endpoint({
  method: "POST",
  path: "/api/conversations/read",
  for: "member",
  summary: "Mark the conversation with a member as read (decision 27).",
  body: z.object({ receiver_id: Id, profile_id: Id }),
  output: z.undefined(),
  status: 204,
});
