import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, LongId, Moment, maxLongId, Whole, wholeNumber } from "../fields.ts";
import { Attachment } from "../files/attachment.ts";
import { choice, Words } from "../lists.ts";
import { roles } from "../product.ts";
import { Removed } from "../reports/removed.ts";
import { maxCharacters, maxFiles, texts } from "./rules.ts";

/** The sender or the receiver of a message. */
export const Correspondent = z.object({ id: Whole, name: z.string(), type: z.enum(roles) });

export const Message = z.object({
  id: Whole,
  conversation_id: Whole,
  body: z.string(),
  created_at: Moment,
  sender: Correspondent,
  receiver: Correspondent,
  attachments: z.array(Attachment),
  /** The id that the sender's page chose, so that it recognises its own message (decision 29). */
  client_id: z.string().nullable(),
  /** Set once we have removed it: the body is then the sentence that stands in its place. */
  removed: Removed.nullable(),
});
export type Message = z.infer<typeof Message>;

/** A conversation as one of its two members sees it: the receiver is the other one. Its id is 0 before the first message. */
export const Conversation = z.object({
  id: Whole,
  advisor_id: Whole,
  customer_id: Whole,
  receiver: z.object({
    id: Whole,
    name: z.string(),
    photo: z.string().nullable(),
    /** Shown under the name: the customer's company, or the advisor's headline. */
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
  /** When the advisor first answered the customer; null until then. */
  answered_at: Moment.nullable(),
  /** The last message that the other side has read. */
  receiver_read_id: Whole,
  /** Why the caller cannot write here now; null when they can. */
  closed_because: z.string().nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

/** Row M-11. */
export const listConversations = endpoint({
  method: "GET",
  path: "/api/conversations",
  for: "member",
  summary: "My conversations, the latest first, at most a hundred; older ones with before={last_message.id}.",
  query: z.object({ before: LongId.optional() }),
  mayBeStale: true,
  output: z.array(Conversation),
});

/** The maximum number of messages in one response. */
export const maxMessagesPerPage = 50;

export const listMessages = endpoint({
  method: "GET",
  path: "/api/messages",
  privateWords: true,
  for: "member",
  summary:
    "Messages with one member, oldest of the page first; without receiver_id the newest of all my conversations.",
  query: z.object({
    receiver_id: Id.optional(),
    /** For scrolling up: only messages older than this one. */
    before: LongId.optional(),
    /** For catching up: only messages newer than this one, oldest first. */
    after: wholeNumber("is not an id", { min: 0, max: maxLongId }).optional(),
    limit: wholeNumber(`must be 1 to ${maxMessagesPerPage}`, { max: maxMessagesPerPage }).default(maxMessagesPerPage),
  }),
  mayBeStale: true,
  output: z.object({
    entries: z.array(Message),
    /** Whether there are more messages in the requested direction. */
    more: z.boolean(),
    /** The conversation with receiver_id, with id 0 before the first message; null without a receiver_id. */
    conversation: Conversation.nullable(),
  }),
});

export const searchMessages = endpoint({
  method: "GET",
  path: "/api/messages/search",
  privateWords: true,
  for: "member",
  summary:
    "Messages of my conversations that contain words, or have files whose names do, newest first; older ones with before={id}.",
  query: z.object({
    /** Each must begin a word of the message; with `files` it may be anywhere in a file's name. */
    q: Words,
    /** Only the conversation with this member. */
    receiver_id: Id.optional(),
    /** Messages with files, by their names; all of them without words. */
    files: choice(["yes"]),
    before: LongId.optional(),
  }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Message), more: z.boolean() }),
  limit: 240,
});

const fileIds = `Please attach at most ${maxFiles} files.`;

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/messages",
  resumes: true,
  for: "member",
  startsNew: "depends",
  summary: "Write to a member. A repeated client_id stores one message and answers the same one (decision 29).",
  body: z.object({
    receiver_id: Id,
    message: z.object(
      {
        body: z.string(texts.empty).max(maxCharacters, texts.tooLong).default(""),
        attachment_ids: z
          .array(Id, fileIds)
          .max(maxFiles, fileIds)
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

/** Row M-09. */
export const uploadMessageFile = endpoint({
  method: "POST",
  path: "/api/messages/file_upload",
  for: "member",
  startsNew: false,
  summary: "Upload a file to attach to a message: 25 MB at most.",
  upload: { field: "file", maxFiles: 1 },
  output: Attachment,
  status: 201,
});

export const readConversation = endpoint({
  method: "POST",
  path: "/api/conversations/read",
  resumes: true,
  for: "member",
  startsNew: false,
  summary: "Mark the conversation with a member as read (decision 27).",
  body: z.object({ receiver_id: Id, profile_id: Id }),
  output: z.undefined(),
  status: 204,
});
