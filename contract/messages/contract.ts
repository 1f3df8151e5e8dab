import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, LongId, largestLongId, Moment, Whole, whole } from "../fields.ts";
import { roles } from "../product.ts";
import { mostCharacters, mostFiles, texts } from "./rules.ts";

/** A file of a message: `file` is a short-lived address; the rest is ours (decision 31). Size in bytes. */
export const Attachment = z.object({
  id: Whole,
  file: z.string(),
  file_name: z.string(),
  file_size: Whole,
  content_type: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

/** One side of a message. */
export const Correspondent = z.object({ id: Whole, name: z.string(), type: z.enum(roles) });

export const Message = z.object({
  id: Whole,
  conversation_id: Whole,
  body: z.string(),
  created_at: Moment,
  sender: Correspondent,
  receiver: Correspondent,
  attachments: z.array(Attachment),
  /** As the sender gave it, so that a page knows its own message again (decision 29). */
  client_id: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

/** A conversation as one of its two members sees it: the receiver is the other one. Id 0: nothing was written yet. */
export const Conversation = z.object({
  id: Whole,
  advisor_id: Whole,
  customer_id: Whole,
  receiver: z.object({
    id: Whole,
    name: z.string(),
    photo: z.string().nullable(),
    /** What stands under the name: the customer's company, or the advisor's headline. */
    subtitle: z.string().nullable(),
  }),
  last_message: z
    .object({
      conversation_id: Whole,
      body: z.string(),
      id: Whole,
      sender_id: Whole,
      created_at: Moment,
      attachments: Whole,
    })
    .nullable(),
  unread_count: Whole,
  /** The last message that the other side has read. */
  receiver_read_id: Whole,
  /** Why the caller cannot write here now; null when they can. */
  closed_because: z.string().nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

export const listConversations = endpoint({
  method: "GET",
  path: "/api/conversations",
  for: "member",
  summary: "My conversations, the latest first, at most a hundred; older ones with before={last_message.id}.",
  query: z.object({ before: LongId.optional() }),
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
    before: LongId.optional(),
    /** What was missed: only messages newer than this one, the oldest of them first. */
    after: whole("is not an id", { least: 0, most: largestLongId }).optional(),
    limit: whole(`must be 1 to ${pageOfMessages}`, { most: pageOfMessages }).default(pageOfMessages),
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
  resumes: true,
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
  resumes: true,
  for: "member",
  summary: "Mark the conversation with a member as read (decision 27).",
  body: z.object({ receiver_id: Id, profile_id: Id }),
  output: z.undefined(),
  status: 204,
});
