import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, maxLongId, Page, Pagination, required, Whole, wholeNumber } from "../fields.ts";
import { choice } from "../lists.ts";
import { threadActions, threadKinds, threadStates } from "./rules.ts";

const Staff = z.object({ id: Whole, name: z.string() });

/** A conversation with somebody who wrote to us. */
const Thread = z.object({
  id: Whole,
  kind: z.enum(threadKinds),
  state: z.enum(threadStates),
  name: z.string(),
  email: z.string(),
  /** The member who wrote; null for a visitor. */
  member_id: Whole.nullable(),
  /** The beginning of what was written first. */
  excerpt: z.string(),
  assigned_to: Staff.nullable(),
  opened_at: Moment,
  /** When one of either side last wrote. */
  last_at: Moment,
});

const ThreadInFull = Thread.extend({
  /** Grows with every message. */
  version: Whole,
  messages: z.array(
    z.object({
      id: Whole,
      /** Who of us wrote; null for the other side. */
      from: Staff.nullable(),
      text: z.string(),
      /** What a reply by e-mail repeats of earlier e-mails. */
      quoted: z.string().nullable(),
      /** The address that a reply came from, when it is another than the conversation's. */
      sender: z.string().nullable(),
      /** The files that came with a reply, which are not kept. */
      attachments: z.array(z.object({ name: z.string(), bytes: Whole })),
      created_at: Moment,
    }),
  ),
  allowed_actions: z.array(z.enum(threadActions)),
});

const answered = {
  params: z.object({ id: Id }),
  output: ThreadInFull,
  for: "staff",
  area: "correspondence",
} as const;

/** Row G-72. */
export const listThreads = endpoint({
  method: "GET",
  path: "/api/back-office/correspondence",
  for: "staff",
  area: "correspondence",
  summary: "Conversations with people who wrote to us: open ones longest waiting first, all others newest first.",
  query: z.object({
    state: z.enum(threadStates).default("open"),
    kind: choice(threadKinds),
    assigned: choice(["me", "nobody"]),
    page: Page,
  }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Thread), pagination: Pagination }),
});

export const readThread = endpoint({
  method: "GET",
  path: "/api/back-office/correspondence/{id}",
  summary: "A conversation with everything that was written.",
  ...answered,
});

/** The version of the conversation that the caller has read: what was written since is neither answered nor closed unseen, but refused with 409. */
const version = wholeNumber("is not a version", { min: 0, max: maxLongId }).optional();

export const AnswerForm = z.object({ text: required("Please write an answer.", 5_000), version });

export const answerThread = endpoint({
  method: "POST",
  path: "/api/back-office/correspondence/{id}/answer",
  summary:
    "Answer by e-mail; the conversation is answered, and the caller's if it was nobody's. 409 when somebody has written since the version.",
  body: AnswerForm,
  ...answered,
});

const change = { method: "PATCH", ...answered } as const;

export const closeThread = endpoint({
  ...change,
  path: "/api/back-office/correspondence/{id}/close",
  summary: "Close a conversation that needs no more. 409 when somebody has written since the version.",
  body: z.object({ version }),
});

export const reopenThread = endpoint({
  ...change,
  path: "/api/back-office/correspondence/{id}/reopen",
  summary: "Open a closed conversation again.",
});

export const assignThread = endpoint({
  ...change,
  path: "/api/back-office/correspondence/{id}/assign",
  summary: "Take a conversation over.",
});

export const releaseThread = endpoint({
  ...change,
  path: "/api/back-office/correspondence/{id}/release",
  summary: "Leave a conversation that was the caller's to the others.",
});
