import { dayInLondon } from "@plumbline/contract/dates.ts";
import {
  type Action,
  type Actor,
  allowedActions,
  beginning,
  type Facts,
  refusalReason,
  texts,
  transitionFor,
} from "@plumbline/contract/engagements/rules.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { checkAlong } from "../../database/transaction.ts";
import type { EventData, NewEvent } from "../../events.ts";
import { conflict, notFound, type Problem } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { requireAbleToStart } from "../sanctions/actions.ts";
import { kindOfAction } from "./events.ts";
import { type EngagementRow, findEngagement, findEngagementOf, type NewEngagement, writeMove } from "./store.ts";

/** The data of an action's event besides status and message. */
type ActionData<A extends Action> = Omit<EventData<(typeof kindOfAction)[A]>, "status" | "message">;

/** Runs in the transaction after the permission check; returns further columns to write and the event's data. */
type MoveWork<A extends Action> = (
  tx: Db,
  engagement: EngagementRow,
  now: Date,
) => Promise<{ values?: Partial<NewEngagement>; data: ActionData<A> }>;

export type MoveRequest = { message?: string | null | undefined; version?: number | undefined };

/** A message to the other party, the version that the member has read, and further work, which is required for actions whose event has more data. */
export type MoveOptions<A extends Action> = MoveRequest & { work?: MoveWork<A> } & (Record<
    never,
    never
  > extends ActionData<A>
    ? unknown
    : { work: MoveWork<A> });

/**
 * The only function that changes an engagement's status (rule 6). It checks the table of transitions, writes if the
 * engagement is unchanged since it was read, and appends the event, whose data it returns. Throws notFound for members who
 * are not a party, and conflict with the reason when the action is not allowed now, another request was faster or the
 * proposal was sent again after the given version.
 */
export async function move<A extends Action>(
  context: AppContext,
  actor: Member | "clock",
  id: number,
  action: A,
  options: MoveOptions<A>,
): Promise<ActionData<A>> {
  const now = context.clock.now();
  return context.db.transaction((tx) => moveWithin(tx, now, actor, id, action, options));
}

/** The same within the caller's transaction. */
export async function moveWithin<A extends Action>(
  tx: Db,
  now: Date,
  actor: Member | "clock",
  id: number,
  action: A,
  { message, version, work }: MoveOptions<A>,
): Promise<ActionData<A>> {
  const role: Actor = actor === "clock" ? "clock" : memberRole(actor);
  const engagement = await find(tx, actor, id);
  if (!engagement) throw notFound();
  const transition = transitionFor(factsOf(engagement), action, role, dayInLondon(now));
  if (!transition) throw refusal(engagement, action, role, now);
  // What is agreed to, refused or replaced is what was read, and not what has been sent since.
  if (version !== undefined && version !== engagement.version)
    throw conflict(texts.sentAgainSince, allowedFor(engagement, role, now));
  const { advisorId, customerId } = engagement;
  // The rows were read before: both parties may have been sanctioned, or may have closed their account, since.
  if (actor !== "clock" && beginning.includes(action))
    await checkAlong(tx, requireAbleToStart(tx, actor.id, role === "advisor" ? customerId : advisorId));
  // Without work the event has no further data: MoveOptions requires work otherwise.
  const { values = {}, data = {} as ActionData<A> } = (await work?.(tx, engagement, now)) ?? {};
  const write = async () => {
    const written = await writeMove(tx, engagement, { ...values, status: transition.to });
    if (!written) throw refusal((await find(tx, actor, id)) ?? engagement, action, role, now);
  };
  await checkAlong(tx, write());
  const event = {
    kind: kindOfAction[action],
    actorId: actor === "clock" ? null : actor.id,
    subjectId: id,
    data: { status: transition.to, ...(message ? { message } : {}), ...data },
  };
  // Kind and data belong to the same action, which the compiler cannot infer through the type parameter.
  await append(tx, event as NewEvent, now);
  return data;
}

const find = (tx: Db, actor: Member | "clock", id: number) =>
  actor === "clock" ? findEngagement(tx, id) : findEngagementOf(tx, actor, id);

/** The facts that the transition rules depend on. */
export function factsOf({
  status,
  startDate,
  reviewed,
  reviewAskedAt,
  advisorStanding,
  customerStanding,
}: Pick<EngagementRow, "status" | "startDate" | "reviewed" | "advisorStanding" | "customerStanding"> & {
  reviewAskedAt: Date | string | null;
}): Facts {
  const standings = { advisor: advisorStanding, customer: customerStanding };
  return {
    status,
    startDate,
    reviewed,
    reviewAskedOn: reviewAskedAt && dayInLondon(new Date(reviewAskedAt)),
    standings,
  };
}

/** A 409 with the reason and the actions that are allowed instead (decision 7). */
function refusal(engagement: EngagementRow, action: Action, who: Actor, now: Date): Problem {
  const allowed = allowedFor(engagement, who, now);
  if (allowed.includes(action))
    return conflict("This engagement was changed at the same moment. Please look at it again.", allowed);
  return conflict(refusalReason(factsOf(engagement), action, who, dayInLondon(now)), allowed);
}

const allowedFor = (engagement: EngagementRow, who: Actor, now: Date) =>
  who === "clock" ? [] : allowedActions(factsOf(engagement), who, dayInLondon(now));
