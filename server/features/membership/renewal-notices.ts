import { dayMs } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import { allInTurn } from "../../outbox/each-in-turn.ts";
import { append } from "../../outbox/outbox.ts";
import { knownOffers } from "./offers.ts";
import { type Renewal, recordRenewalNotice, renewalsUntil } from "./renewal-store.ts";

/** How long before its renewal a membership is announced to renew, in milliseconds. */
const noticeTime = 7 * dayMs;

/**
 * Announces by e-mail what is about to be charged and how to prevent it (row B-13): the renewal of an annual plan, and the
 * first charge after free months. A monthly plan sends a receipt every month instead.
 */
export async function sendRenewalNotices(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + noticeTime);
  const { prices } = await knownOffers(context);
  const annual = prices.filter(({ interval }) => interval === "year").map(({ priceId }) => priceId);
  await allInTurn(
    (limit) => renewalsUntil(context.db, { now, until, annual, limit }),
    (renewal) => announce(context, renewal, now),
  );
}

async function announce(context: AppContext, { memberId, plan, on, amountPence }: Renewal, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await recordRenewalNotice(tx, memberId, on))) return;
    const data = { plan, amountPence, on: on.toISOString() };
    await append(tx, { kind: "membership.renews_soon", actorId: null, subjectId: memberId, data }, now);
  });
}
