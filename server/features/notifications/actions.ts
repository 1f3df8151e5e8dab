import { greetingOf } from "@plumbline/contract/greeting.ts";
import { channelsFor, isOptional, type Kind, nextDigestDay } from "@plumbline/contract/notifications/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Event } from "../../events.ts";
import { notFound } from "../../http/problems.ts";
import { type EmailContent, queueEmail } from "../../mail/mail.ts";
import { findMember } from "../accounts/store.ts";
import { nameOf } from "../profiles/store.ts";
import { announceNotification, announceNotificationsRead } from "./live.ts";
import { preferencesOf } from "./preferences-store.ts";
import { insertNotification, type NotificationRow, readUpTo, updateNotification } from "./store.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

/** The notification of one event for one member. */
export type NotificationContent = {
  /** The member's preferences for this kind decide which channels are used. */
  about: Kind;
  /** The sentence on the bell and in the digest. */
  message: string;
  /** Its target, as a path of the web. */
  path: string;
  /** `action` is the button's label; it leads to `path` unless the e-mail names another. */
  email?: Pick<EmailContent, "subject" | "paragraphs" | "footnote" | "replyTo" | "wording"> & {
    action: string;
    path?: string;
  };
  /** False when the page itself shows the news. */
  onBell?: boolean;
};

export type NotifiedEvent = Pick<Event, "id" | "kind" | "createdAt">;

/**
 * Notifies a member of an event, once even when the event is delivered again, through the channels of their
 * preferences: on the bell, by e-mail at once, or in the daily digest. Their open pages are updated in any case.
 */
export async function notify(
  context: AppContext,
  event: NotifiedEvent,
  memberId: number,
  { about, message, path, email, onBell = true }: NotificationContent,
): Promise<void> {
  const member = await findMember(context.db, memberId);
  if (!member) return;
  const channels = channelsFor(await preferencesOf(context.db, member.id), about);
  const mails = email !== undefined && (member.state === "active" || !isOptional(about));
  const name = await nameOf(context.db, member.id);
  const row = await context.db.transaction(async (tx) => {
    const notified = await insertNotification(tx, {
      eventId: event.id,
      memberId: member.id,
      message,
      action: path,
      about,
      onBell: onBell && channels.bell,
      digestOn: mails && channels.email === "digest" ? nextDigestDay(context.clock.now()) : null,
      createdAt: event.createdAt,
    });
    // With it came the e-mail, perhaps to an address that has changed since.
    if (notified && mails && channels.email === "now") {
      const { action, path: emailPath = path, ...text } = email;
      await queueEmail(tx, event, {
        ...text,
        kind: event.kind,
        to: member.email,
        greeting: greetingOf(name),
        action: { label: action, url: context.settings.publicUrl + emailPath },
        ...(isOptional(about) ? { unsubscribe: unsubscribeFrom(context, member.id, about) } : {}),
      });
    }
    return notified;
  });
  if (row) announceNotification(context, row);
}

/**
 * Marks the member's notifications read up to an id (decision 51): those that arrive while the bell is open stay
 * unread. Returns the number of unread ones; the member's other pages are updated.
 */
export async function markNotificationsUpTo(context: AppContext, member: Member, upTo: number): Promise<number> {
  const unread = await readUpTo(context.db, member.id, upTo);
  announceNotificationsRead(context, member.id, upTo);
  return unread;
}

/**
 * Marks one of the member's own notifications read or unread; their other pages are updated. Throws notFound for
 * anybody else's.
 */
export async function markNotification(
  context: AppContext,
  member: Member,
  id: number,
  isRead: boolean,
): Promise<NotificationRow> {
  const row = await updateNotification(context.db, member.id, id, isRead);
  if (!row) throw notFound();
  announceNotification(context, row);
  return row;
}
