import type { AnnouncementForm } from "@plumbline/contract/announcements/contract.ts";
import {
  bannerDays,
  furthestDays,
  notAgainFor,
  announcementTexts as texts,
} from "@plumbline/contract/announcements/rules.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { maxId } from "@plumbline/contract/fields.ts";
import type { z } from "zod";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import type { EventsByKind } from "../../events.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { eachInTurn } from "../../outbox/each-in-turn.ts";
import { append } from "../../outbox/outbox.ts";
import { notify } from "../notifications/actions.ts";
import * as store from "./store.ts";

/**
 * Announces something to members, now or at a moment. Throws invalid for one that has passed, and conflict for the same words
 * to the same members within an hour.
 */
export async function announce(
  context: AppContext,
  staff: Member,
  form: z.output<typeof AnnouncementForm>,
): Promise<number> {
  const now = context.clock.now();
  const sendAt = form.send_at ? new Date(form.send_at) : now;
  const late = sendAt.getTime() - now.getTime();
  if (form.send_at && (late < 0 || late > furthestDays * dayMs)) throw invalid({ send_at: [texts.past] });
  const { title, text, role, state, banner } = form;
  return context.db.transaction(async (tx) => {
    if (await isAnnouncedAgain(tx, form, now)) throw conflict(texts.again);
    const id = await store.insertAnnouncement(tx, {
      title,
      text,
      role,
      audience: state,
      banner,
      sendAt,
      createdBy: staff.id,
      createdAt: now,
      link: form.link || null,
      byEmail: form.by_email,
      state: "scheduled",
    });
    const data = { title, role, state };
    await append(tx, { kind: "announcement.written", actorId: staff.id, subjectId: id, data }, now);
    if (!form.send_at) await begin(tx, { id, role, audience: state }, now);
    return id;
  });
}

/** How many of the latest announcements one is compared with. */
const compared = 20;

/** Whether the same was announced a moment ago and not stopped: from another tab, or by a colleague. */
async function isAnnouncedAgain(tx: Db, { title, text, role, state }: z.output<typeof AnnouncementForm>, now: Date) {
  await store.lockAnnouncing(tx);
  const latest = await store.announcementsBefore(tx, maxId, compared);
  return latest.some(
    (each) =>
      each.state !== "stopped" &&
      now.getTime() - each.createdAt.getTime() < notAgainFor &&
      each.title === title &&
      each.text === text &&
      each.role === role &&
      each.audience === state,
  );
}

/** Begins to send a scheduled announcement; nothing when it was stopped or begun before. */
async function begin(tx: Db, { id, ...audience }: store.Audience & { id: number }, now: Date): Promise<void> {
  const { count } = await store.countAudience(tx, audience);
  if (!(await store.moveAnnouncement(tx, id, ["scheduled"], { state: "sending", receivers: count }))) return;
  await append(tx, { kind: "announcement.batch", actorId: null, subjectId: id, data: { after: 0 } }, now);
}

/** Begins what was scheduled for a moment that has come. */
export async function beginDue({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await eachInTurn(await store.dueAnnouncements(db, now), (due) => db.transaction((tx) => begin(tx, due, now)));
}

/** Stops an announcement. Throws conflict for one that everybody has, or that was stopped before. */
export async function stopAnnouncement(context: AppContext, staff: Member, id: number): Promise<void> {
  const now = context.clock.now();
  const found = await store.findAnnouncement(context.db, id);
  if (!found) throw notFound();
  await context.db.transaction(async (tx) => {
    const change = { state: "stopped", finishedAt: now } as const;
    if (!(await store.moveAnnouncement(tx, id, ["scheduled", "sending"], change)))
      throw conflict((await store.findAnnouncement(tx, id))?.state === "sent" ? texts.sent : texts.stopped);
    const event = { kind: "announcement.stopped", actorId: staff.id, subjectId: id } as const;
    await append(tx, { ...event, data: { title: found.title } }, now);
  });
}

/** The members of a batch, which is one event's work: others wait for it. */
const batchSize = 50;

/**
 * Sends an announcement to the next members and records them, after whom the next batch begins: so that each member belongs to
 * one batch, a batch that is told again notifies nobody twice (a notification is unique by its event), and one that was
 * recorded is not sent again (ADR-038).
 */
export async function sendBatch(context: AppContext, event: EventsByKind["announcement.batch"]): Promise<void> {
  const { subjectId: id, data } = event;
  const { after } = data;
  const found = await store.findAnnouncement(context.db, id);
  if (found?.state !== "sending" || found.reachedId !== after) return;
  // A batch that was interrupted goes to the same members again, although others fit the audience by now: whoever it has
  // reached already would otherwise come to be in the next one as well.
  const begun = await store.receiversAfter(context.db, id, after, batchSize);
  const ids = begun.length > 0 ? begun : await store.audienceAfter(context.db, found, after, batchSize);
  const now = context.clock.now();
  const path = `/announcements/${id}`;
  const bannerUntil = found.banner ? new Date(now.getTime() + bannerDays * dayMs) : null;
  // Before anybody is notified, because they may read the announcement at once.
  await context.db.transaction((tx) => store.insertReceipts(tx, id, ids, bannerUntil));
  for (const memberId of ids)
    await notify(context, event, memberId, {
      about: "announcements",
      message: found.title,
      path,
      ...(found.byEmail && {
        email: {
          wording: { written: "announcement" },
          subject: found.title,
          paragraphs: found.text.split(/\n{2,}/),
          action: found.link ? "Open the page" : "Read it on your page",
          path: found.link ?? path,
        },
      }),
    });
  await context.db.transaction(async (tx) => {
    if (!(await store.recordBatch(tx, { id, after, ids }))) return;
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize)
      await store.moveAnnouncement(tx, id, ["sending"], { state: "sent", finishedAt: now });
    else await append(tx, { kind: "announcement.batch", actorId: null, subjectId: id, data: { after: last } }, now);
  });
}
