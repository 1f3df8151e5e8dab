import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, required, Whole } from "../fields.ts";
import { announcementStates, audienceRoles, audienceStates, announcementTexts as texts } from "./rules.ts";

const oneLine = (text: string) => !/\p{Cc}/u.test(text);
const path = z
  .string(texts.link)
  .trim()
  .max(200, "Please keep this under 200 characters")
  // Our own pages only: "//elsewhere" and a backslash would leave the site.
  .refine((text) => text === "" || (/^\/(?![/\\])[^\\\s]*$/.test(text) && oneLine(text)), texts.link);

export const AnnouncementForm = z.object({
  title: required("Please give a title.", 120).refine(oneLine, "Please write it in one line."),
  text: required("Please write the text.", 2_000),
  /** A path of the site; empty for none. */
  link: path.optional(),
  role: z.enum(audienceRoles, "Please choose who gets it."),
  state: z.enum(audienceStates, "Please choose who gets it."),
  by_email: z.boolean("must be true or false"),
  banner: z.boolean("must be true or false"),
  /** In UTC; now without it. */
  send_at: z.iso.datetime({ offset: true, error: texts.past }).nullish(),
});

const Announcement = z.object({
  id: Whole,
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  role: z.enum(audienceRoles),
  audience: z.enum(audienceStates),
  by_email: z.boolean(),
  banner: z.boolean(),
  state: z.enum(announcementStates),
  send_at: Moment,
  finished_at: Moment.nullable(),
  /** How many were to get it when it began, counted up to ten thousand, and how many have it. */
  receivers: Whole.nullable(),
  reached: Whole,
  by: z.string(),
  can_stop: z.boolean(),
});
export type Announcement = z.infer<typeof Announcement>;

const staff = { for: "staff", area: "content" } as const;
const base = "/api/back-office/announcements";

export const listAnnouncements = endpoint({
  ...staff,
  method: "GET",
  path: base,
  summary: "What was announced to members, the newest first, fifty at a time; older ones with before={id}.",
  query: z.object({ before: Id.optional() }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Announcement), more: z.boolean() }),
});

export const countReceivers = endpoint({
  ...staff,
  method: "GET",
  path: `${base}/receivers`,
  summary: "How many members an announcement would reach now, counted up to ten thousand.",
  query: z.object({
    role: z.enum(audienceRoles).default("all"),
    state: z.enum(audienceStates).default("any"),
  }),
  output: z.object({ count: Whole, more: z.boolean() }),
});

/** Rows G-94 and G-95. */
export const announce = endpoint({
  ...staff,
  method: "POST",
  path: base,
  status: 201,
  summary: "Announce something to members, now or at a moment.",
  body: AnnouncementForm,
  output: Announcement,
});

export const readAnnouncement = endpoint({
  ...staff,
  method: "GET",
  path: `${base}/{id}`,
  summary: "An announcement, with how many have it.",
  params: z.object({ id: Id }),
  output: Announcement,
});

/** Row G-95. */
export const stopAnnouncement = endpoint({
  ...staff,
  method: "PATCH",
  path: `${base}/{id}/stop`,
  summary: "Stop an announcement that is scheduled or on its way; whoever has it keeps it, its banners go.",
  params: z.object({ id: Id }),
  output: Announcement,
});

/** An announcement as its receivers read it. */
export const Announced = z.object({
  id: Whole,
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  sent_at: Moment,
});
export type Announced = z.infer<typeof Announced>;

export const readAnnounced = endpoint({
  method: "GET",
  path: "/api/announcements/{id}",
  for: "member",
  summary: "An announcement that I have received.",
  params: z.object({ id: Id }),
  output: Announced,
});

export const dismissAnnouncement = endpoint({
  method: "PATCH",
  path: "/api/announcements/{id}/dismiss",
  resumes: true,
  for: "member",
  startsNew: false,
  summary: "Take an announcement's banner off my pages.",
  params: z.object({ id: Id }),
  output: Announced,
});
