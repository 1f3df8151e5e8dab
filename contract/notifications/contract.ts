import { z } from "zod";
import { Announced } from "../announcements/contract.ts";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, Whole } from "../fields.ts";
import { fromKeys } from "../records.ts";
import { alwaysKinds, kinds, optionalKinds, unsubscribable } from "./rules.ts";

/** `action` is the path of the page that the notification links to. */
export const Notification = z.object({
  id: Whole,
  message: z.string(),
  action: z.string(),
  isRead: z.boolean(),
  created_at: Moment,
});
export type Notification = z.infer<typeof Notification>;

/** Row N-01. */
export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  for: "member",
  summary: "My notifications, the newest first, fifty at a time; older ones with before={id} (decision 32).",
  query: z.object({ before: Id.optional() }),
  mayBeStale: true,
  output: z.object({
    entries: z.array(Notification),
    /** Whether there are older ones. */
    more: z.boolean(),
    unread_count: Whole,
    /** The id of the newest notification, also one that is not shown on the bell; 0 before the first. */
    latest_id: Whole,
    /** The announcement whose banner stands on my pages. */
    banner: Announced.nullable(),
  }),
});

export const readAllNotifications = endpoint({
  method: "PATCH",
  path: "/api/notifications",
  resumes: true,
  for: "member",
  startsNew: false,
  summary:
    "Mark every notification read, up to and including the one named (decision 51); what came after stays unread.",
  body: z.object({ isRead: z.literal(true, "must be true"), up_to: Id }),
  output: z.object({ unread_count: z.number() }),
});

export const readNotification = endpoint({
  method: "PATCH",
  path: "/api/notifications/{id}",
  resumes: true,
  for: "member",
  startsNew: false,
  summary: "Mark a notification read, or unread again.",
  params: z.object({ id: Id }),
  body: z.object({ isRead: z.boolean("must be true or false") }),
  output: Notification,
});

const perKind = <T extends z.ZodType>(each: T) => fromKeys(optionalKinds, () => each);
const onOff = z.boolean("must be true or false");
const Switches = z.object(perKind(z.boolean()));
const Preferences = z.object({ digest: z.boolean(), app: Switches, email: Switches });

/** A kind that cannot be turned off is rejected under its own field, with the reason. */
const always = Object.fromEntries(
  alwaysKinds.map((kind) => [kind, z.never(`cannot be turned off. ${kinds[kind].always}`).optional()]),
);
const SwitchesChange = z.strictObject({ ...perKind(onOff.optional()), ...always }, "is not a set of known kinds");

/** Omitted settings keep their values. */
export const PreferencesChange = z.strictObject(
  { digest: onOff.optional(), app: SwitchesChange.optional(), email: SwitchesChange.optional() },
  "is not a change of preferences",
);

export const readPreferences = endpoint({
  method: "GET",
  path: "/api/notifications/preferences",
  for: "member",
  summary: "What reaches me on the bell and by e-mail, for the kinds that may be turned off.",
  output: Preferences,
});

export const changePreferences = endpoint({
  method: "PATCH",
  path: "/api/notifications/preferences",
  for: "member",
  startsNew: false,
  summary: "Turn kinds on or off; what is not named stays as it is. Answers everything.",
  body: PreferencesChange,
  output: Preferences,
});

const Token = z.object({ token: z.string().max(200) });
const Kinds = z.array(z.enum(optionalKinds));
/** `kinds` are the kinds that the link turns off, `on` those of them that are still sent by e-mail. */
const Subscription = z.object({ about: z.enum(unsubscribable), kinds: Kinds, on: Kinds });

export const readUnsubscribe = endpoint({
  method: "GET",
  path: "/api/unsubscribe/{token}",
  for: "anyone",
  summary: "What an e-mail's unsubscribe link would turn off; changes nothing. 404 for a link that is not ours.",
  params: Token,
  output: Subscription,
});

export const unsubscribe = endpoint({
  method: "POST",
  path: "/api/unsubscribe/{token}",
  for: "anyone",
  summary: "Stop the e-mails that a link is about: one click in a mail program (RFC 8058), no sign-in.",
  params: Token,
  acceptsForm: true,
  /** `turned_off` lists what this call changed, so that it can be undone. */
  output: Subscription.extend({ turned_off: Kinds }),
});

export const resubscribe = endpoint({
  method: "PUT",
  path: "/api/unsubscribe/{token}",
  for: "anyone",
  summary: "Take an unsubscribe back, for kinds that the link is about.",
  params: Token,
  body: z.object({ kinds: z.array(z.enum(optionalKinds, "is not a known kind"), "must be a list").max(10) }),
  output: Subscription,
});
