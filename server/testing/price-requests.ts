import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import * as offers from "@plumbline/contract/membership/offers.ts";
import * as prices from "@plumbline/contract/prices/contract.ts";
import { makeMember, makeStaff } from "../demo/people.ts";
import { request, type Server } from "./writing-request.ts";

// Each request sets a day of its own: a second value from the same day is refused.
const firstDay = 30;
let next = firstDay;
const comingDay = ({ context }: Server) => addDays(dayInLondon(context.clock.now()), ++next);

const rate = (server: Server) => ({
  setting: "base_rate" as const,
  value: 4.5,
  from_day: comingDay(server),
  reason: "Decided on Thursday.",
});

const reason = "The board's decision.";
const newPlan = () => ({
  ...{ name: `Plan ${++next}`, description: "Now and then.", interval: "month" as const, amount: 300, reason },
});
const newCoupon = () => ({
  code: `REQUEST${++next}`,
  name: "A fifth off",
  kind: "percent" as const,
  off: 20,
  duration: "once" as const,
  reason,
});

/** A plan that is sold, and its price. */
async function soldPrice({ call }: Server, token: string): Promise<string> {
  const body = newPlan();
  const made = await call(offers.makePlan, { body }, token);
  return made.body.plans.find(({ name }) => name === body.name)?.price_id ?? "";
}

/** What staff set of commission, terms, rates, plans and coupons: a part of writing-requests.ts. */
export const priceRequests = [
  request(prices.changeMoneySetting, async (server) => ({
    by: await makeStaff(server.context),
    sending: { body: rate(server) },
  })),
  request(prices.withdrawMoneySetting, async (server) => {
    const by = await makeStaff(server.context);
    const body = rate(server);
    const settings = await server.call(prices.changeMoneySetting, { body }, by.token);
    const set = settings.body.entries.find(({ from_day: day }) => day === body.from_day);
    return { by, sending: { params: { id: set?.id ?? 0 }, body: { reason: "Not decided after all." } } };
  }),
  request(offers.makePlan, async ({ context }) => ({ by: await makeStaff(context), sending: { body: newPlan() } })),
  request(offers.changePrice, async (server) => {
    const by = await makeStaff(server.context);
    return { by, sending: { body: { price_id: await soldPrice(server, by.token), amount: 350, reason } } };
  }),
  request(offers.endPlan, async (server) => {
    const by = await makeStaff(server.context);
    return { by, sending: { body: { price_id: await soldPrice(server, by.token), reason } } };
  }),
  request(offers.makeCoupon, async ({ context }) => ({ by: await makeStaff(context), sending: { body: newCoupon() } })),
  request(offers.endCoupon, async (server) => {
    const by = await makeStaff(server.context);
    const body = newCoupon();
    const made = await server.call(offers.makeCoupon, { body }, by.token);
    const id = made.body.coupons.find(({ code }) => code === body.code)?.id ?? "";
    return { by, sending: { body: { id, reason } } };
  }),
  request(prices.changeMemberSetting, async (server) => ({
    by: await makeStaff(server.context),
    sending: {
      params: { id: (await makeMember(server.context, "advisor")).id },
      body: { setting: "commission" as const, value: 8, from_day: comingDay(server), reason: "Agreed with them." },
    },
  })),
];
