import { isOptional, type Kind, nextDigestDay, waysOf } from "@plumbline/contract/notifications/rules.ts";
import type { House } from "../../house.ts";
import type { Event } from "../../platform/events.ts";
import { type Letter, post } from "../../platform/mail.ts";
import type { Member } from "../../platform/members.ts";
import { notFound } from "../../platform/problems.ts";
import { findMember, nameOf } from "../accounts/store.ts";
import { announceNotification, announceNotificationsRead } from "./live.ts";
import { preferencesOf } from "./preferences-store.ts";
import { insertNotification, type NotificationRow, readUpTo, updateNotification } from "./store.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

/** What one member is told of an event. */
export type Telling = {
  /** Its kind: what they have chosen for it decides how it reaches them. */
  about: Kind;
  /** The bell's sentence, and the digest's line. */
  message: string;
  /** Where it leads, as a path of the web. */
  path: string;
  letter?: Pick<Letter, "subject" | "paragraphs" | "footnote"> & {
    button: string;
    /** Where the button leads, if elsewhere. */
    path?: string;
  };
  /** False for what has a sign of its own on the page. */
  bell?: boolean;
};

/**
 * Tells a member of an event, once however often it is delivered, in the ways they have chosen: on the bell, by e-mail at
 * once, or in the morning's digest. Their open pages hear of it in any case, so that what they show is right.
 */
export async function notify(house: House, event: Event, memberId: number, telling: Telling): Promise<void> {
  const { about, message, path, letter, bell = true } = telling;
  const member = await findMember(house.db, memberId);
  if (!member) return;
  const ways = waysOf(await preferencesOf(house.db, member.id), about);
  const writes = letter !== undefined && (member.state === "active" || !isOptional(about));
  const name = (await nameOf(house.db, member.id)).split(" ")[0];
  const row = await house.db.transaction(async (tx) => {
    if (writes && ways.email === "now") {
      const { button, path: elsewhere = path, ...words } = letter;
      await post(tx, event, {
        ...words,
        kind: event.kind,
        to: member.email,
        greeting: greetingOf(name),
        action: { label: button, url: house.settings.publicUrl + elsewhere },
        ...(isOptional(about) ? { unsubscribe: unsubscribeFrom(house, member.id, about) } : {}),
      });
    }
    return insertNotification(tx, {
      eventId: event.id,
      memberId: member.id,
      message,
      action: path,
      about,
      onBell: bell && ways.bell,
      digestOn: writes && ways.email === "digest" ? nextDigestDay(house.clock.now()) : null,
      createdAt: event.createdAt,
    });
  });
  if (row) announceNotification(house, row);
}

export const greetingOf = (firstName: string | undefined) => `Dear ${firstName || "member"},`;

/**
 * Marks all that is on the member's bell read, up to an id (decision 51): what arrives while the bell is open stays
 * unread. Answers how many are unread then; their other pages follow.
 */
export async function markNotificationsUpTo(house: House, member: Member, upTo: number): Promise<number> {
  const unread = await readUpTo(house.db, member.id, upTo);
  announceNotificationsRead(house, member.id, upTo);
  return unread;
}

/** Marks one of the member's own read or unread; their other pages follow. Throws notFound for anybody else's. */
export async function markNotification(
  house: House,
  member: Member,
  id: number,
  isRead: boolean,
): Promise<NotificationRow> {
  const row = await updateNotification(house.db, member.id, id, isRead);
  if (!row) throw notFound();
  announceNotification(house, row);
  return row;
}
