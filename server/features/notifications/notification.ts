import type { Kind } from "@plumbline/contract/notifications/rules.ts";
import type { AppContext } from "../../context.ts";
import type { Event, EventKind, EventsByKind } from "../../events.ts";
import { type EmailContent, isQueued, queueEmail } from "../../mail/mail.ts";
import { type EventHandler, onEvent } from "../../outbox/outbox.ts";
import { notify } from "./actions.ts";

// How a feature declares who is notified of which event, and in what words. Each feature has a notifications.ts with one
// entry per event and recipient; to add one, copy the nearest entry:
//
//   const notification = notificationsWith(loadFacts);
//
//   notification("engagement.accepted", {
//     to: ({ engagement }) => engagement.advisorId,
//     about: "proposals",
//     bell: ({ actor, name }) => `${actor} accepted ${name}`,
//     path: ({ engagement }) => `/project/${engagement.id}`,
//     email: ({ actor, name }) => ({
//       ...worded("engagement.accepted", { actor, name }),
//       action: "Open the engagement",
//     }),
//   })
//
// The e-mail's words are in contract/mail-texts, where staff can change them. `loadFacts` reads what the feature's texts
// need; every text also gets the event, with the payload of its kind.

type Text<Facts> = string | ((facts: Facts) => string);

type EmailText = Pick<EmailContent, "subject" | "paragraphs" | "footnote" | "replyTo" | "wording">;
/** `path` is where the action leads, as a path of the web. */
type EmailWithAction = EmailText & { action: string; path?: string };
export type EmailToAddress = EmailText & ({ action: string; path: string } | { action?: never; path?: never });

/** To members: on their bell and by e-mail, as their preferences for `about` say. */
type ToMembers<Facts> = {
  /** The ids of the members who are notified. */
  to: (facts: Facts) => number | readonly number[];
  about: Kind;
  /** The sentence on the bell and in the digest, and the path of the web that it leads to. */
  bell: Text<Facts>;
  path: Text<Facts>;
  /** False where the page itself shows the news, so that only an e-mail or the digest carries it. */
  onBell?: false;
  /** None where the bell is enough. Its action leads to `path` unless it names another. */
  email?: (facts: Facts) => EmailWithAction | Promise<EmailWithAction>;
};

/**
 * To the team, or to an address: by e-mail alone, whatever the recipient's preferences are. It is written in the
 * transaction that queues it, and once: a link that it makes is never replaced by a repeated delivery of the event.
 */
type ToAddress<Facts> = {
  to: "team" | { address: Text<Facts> };
  /** Names the e-mail among those of its event. Without it the kind of the event, with `.team` for the team. */
  emailKind?: string;
  greeting?: Text<Facts>;
  /** False leaves the e-mail out, for example when its rate limit is used up. */
  allowed?: (facts: Facts) => boolean | Promise<boolean>;
  /** `context.db` of these facts is the transaction. Null sends nothing. */
  email: (facts: Facts) => EmailToAddress | null | Promise<EmailToAddress | null>;
};

/** The facts of a feature's texts, with the event that they are about. */
type WithEvent<Facts, K extends EventKind> = Facts & { context: AppContext; event: EventsByKind[K] };

/** Gives a feature its `notification`. `load` reads the facts of an event; null, as for a deleted subject, notifies nobody. */
export function notificationsWith<E extends Event, Facts extends object>(
  load: (context: AppContext, event: E) => Facts | null | Promise<Facts | null>,
) {
  return <One extends E["kind"]>(
    kind: One,
    entry: ToMembers<WithEvent<Facts, One>> | ToAddress<WithEvent<Facts, One>>,
  ): EventHandler =>
    onEvent(kind, async (context, event) => {
      // `kind` is one of the kinds of E, which the compiler does not conclude from a type parameter.
      const facts = await load(context, event as Event as E);
      if (!facts) return;
      const all = { ...facts, context, event };
      if (isToMembers(entry)) await notifyMembers(entry, all);
      else await mailAddress(entry, all);
    });
}

const isToMembers = <Facts>(entry: ToMembers<Facts> | ToAddress<Facts>): entry is ToMembers<Facts> =>
  typeof entry.to === "function";

async function notifyMembers<Facts extends WithEvent<object, EventKind>>(
  { to, about, bell, path, onBell, email }: ToMembers<Facts>,
  facts: Facts,
): Promise<void> {
  const content = {
    about,
    message: textOf(bell, facts),
    path: textOf(path, facts),
    onBell: onBell ?? true,
    ...(email && { email: await email(facts) }),
  };
  for (const memberId of [to(facts)].flat()) await notify(facts.context, facts.event, memberId, content);
}

async function mailAddress<Facts extends WithEvent<object, EventKind>>(
  { to, emailKind, greeting = "Dear team,", allowed = () => true, email }: ToAddress<Facts>,
  facts: Facts,
): Promise<void> {
  const { context, event } = facts;
  const { publicUrl, teamEmail } = context.settings;
  const kind = emailKind ?? (to === "team" ? `${event.kind}.team` : event.kind);
  if ((await isQueued(context.db, event, kind)) || !(await allowed(facts))) return;
  const writing = context.db.transaction(async (tx) => {
    const written = await email({ ...facts, context: { ...context, db: tx } });
    if (!written) return;
    const { action, ...text } = written;
    const queued = await queueEmail(tx, event, {
      ...text,
      kind,
      to: to === "team" ? teamEmail : textOf(to.address, facts),
      greeting: textOf(greeting, facts),
      ...(action !== undefined && { action: { label: action, url: publicUrl + written.path } }),
    });
    if (!queued) throw new NothingQueued();
  });
  await writing.catch((error) => {
    if (!(error instanceof NothingQueued)) throw error;
  });
}

/**
 * Undoes what was written for an e-mail that is not sent: another process has queued it meanwhile, and a link made here would
 * have ended the one in it.
 */
class NothingQueued extends Error {}

const textOf = <Facts>(text: Text<Facts>, facts: Facts): string => (typeof text === "string" ? text : text(facts));
