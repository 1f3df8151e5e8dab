import { dayInLondon } from "@plumbline/contract/dates.ts";
import {
  type Action,
  allowedActions,
  type Facts,
  type Mover,
  transitionFor,
  whyNot,
} from "@plumbline/contract/engagements/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, notFound, type Problem } from "../../platform/problems.ts";
import { happened } from "./happened.ts";
import { type EngagementRow, findEngagement, findEngagementOf, type NewEngagement, writeMove } from "./store.ts";

/** What a move brings along: a word to the other side, and work that belongs in its transaction. */
export type Luggage = {
  message?: string | null | undefined;
  /** Runs once the move is known to be allowed; gives further columns to write and facts for the event. */
  work?: (
    tx: Db,
    engagement: EngagementRow,
    now: Date,
  ) => Promise<{ values?: Partial<NewEngagement>; data?: Record<string, unknown> }>;
};

/**
 * The only way an engagement moves (house rule 6): reads the table of transitions, writes where the engagement still
 * stands as it was read, appends the event, whose facts it returns. Throws notFound to strangers, and conflict with the reason when the table
 * has no such move now or somebody was quicker.
 */
export async function move(
  house: House,
  mover: Member | "clock",
  id: number,
  action: Action,
  { message, work }: Luggage = {},
): Promise<Record<string, unknown>> {
  const now = house.clock.now();
  const who: Mover = mover === "clock" ? "clock" : (mover.role as Role);
  return house.db.transaction(async (tx) => {
    const engagement = await find(tx, mover, id);
    if (!engagement) throw notFound();
    const transition = transitionFor(factsOf(engagement), action, who, dayInLondon(now));
    if (!transition) throw refusal(engagement, action, who, now);
    const { values = {}, data = {} } = (await work?.(tx, engagement, now)) ?? {};
    const written = await writeMove(tx, engagement, { ...values, status: transition.to });
    if (!written) throw refusal((await find(tx, mover, id)) ?? engagement, action, who, now);
    await append(
      tx,
      {
        kind: happened[action],
        actorId: mover === "clock" ? null : mover.id,
        subject: "engagement",
        subjectId: id,
        data: { status: transition.to, ...(message ? { message } : {}), ...data },
      },
      now,
    );
    return data;
  });
}

const find = (tx: Db, mover: Member | "clock", id: number) =>
  mover === "clock" ? findEngagement(tx, id) : findEngagementOf(tx, mover, id);

/** What the rules look at. */
export function factsOf({
  status,
  startDate,
  reviewed,
  reviewAskedAt,
}: Pick<EngagementRow, "status" | "startDate" | "reviewed"> & { reviewAskedAt: Date | string | null }): Facts {
  return { status, startDate, reviewed, reviewAskedOn: reviewAskedAt && dayInLondon(new Date(reviewAskedAt)) };
}

/** A 409 that says why, and what may be done instead (decision 7). */
export function refusal(engagement: EngagementRow, action: Action, who: Mover, now: Date): Problem {
  const today = dayInLondon(now);
  const facts = factsOf(engagement);
  const allowed = who === "clock" ? [] : allowedActions(facts, who, today);
  if (allowed.includes(action))
    return conflict("This engagement was changed at the same moment. Please look at it again.", allowed);
  return conflict(whyNot(facts, action, today), allowed);
}
