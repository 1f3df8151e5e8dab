import { randomUUID } from "node:crypto";
import { applyAsAdvisor } from "@plumbline/contract/accounts/contract.ts";
import { subscribe } from "@plumbline/contract/membership/contract.ts";
import { accountLink, authorizePayout } from "@plumbline/contract/payouts/contract.ts";
import { createReview } from "@plumbline/contract/reviews/contract.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { authorizeInBrowser, cardToken } from "../demo/membership.ts";
import { advisorApplication, freshEmail, makeMember, setUp } from "../demo/people.ts";
import { plansOf } from "../features/membership/plans.ts";
import { testServer } from "../testing/plumbline.ts";
import { sized, timeoutFor } from "../testing/size.ts";

// A resource that exists once, requested concurrently: one request gets it, and the others are refused with the reason.

const server = testServer({}, { skipNotifications: true });
const rounds = sized(1000, 4);
const racers = sized(50, 12);

const atOnce = <T>(ask: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: racers }, (_, at) => ask(at)));
/** How many succeeded; every other response must be a 409 or a 422. */
function winners(answers: readonly { status: number; text: string }[]): number {
  const won = answers.filter(({ status }) => status < 300).length;
  for (const { status, text } of answers) if (status >= 300) expect([409, 422], text).toContain(status);
  return won;
}
const count = async (table: string, where: string) =>
  Number((await server.context.db.execute(sql.raw(`select count(*) from ${table} where ${where}`))).rows[0]?.["count"]);

test(
  "R26 of many concurrent reviews of one engagement one is stored",
  async () => {
    const { context } = server;
    for (let round = 0; round < rounds; round += 1) {
      const [advisor, customer] = [
        await setUp(context, await makeMember(context, "advisor")),
        await setUp(context, await makeMember(context, "customer")),
      ];
      const id = await makeEngagement(context, { advisor, customer, status: "completed" });
      const answers = await atOnce((at) =>
        server.call(createReview, { body: { rating: 5, body: `Number ${at}`, project_id: id } }, customer.token),
      );
      expect([winners(answers), await count("reviews", `engagement_id = ${id}`)]).toEqual([1, 1]);
    }
  },
  timeoutFor(120_000),
);

test(
  "R26 many concurrent applications with the same address are one application",
  async () => {
    const { context } = server;
    for (let round = 0; round < rounds; round += 1) {
      const email = freshEmail("crowd");
      const body = await advisorApplication(context, { email });
      const answers = await atOnce(() => server.call(applyAsAdvisor, { body }));
      // All are answered alike, so that nobody learns whether an address is known (decision 3a).
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await count("members", `email = '${email}'`)).toBe(1);
      expect(
        await count(
          "events",
          `kind = 'account.applied' and subject_id = (select id from members where email = '${email}')`,
        ),
      ).toBe(1);
    }
  },
  timeoutFor(120_000),
);

test(
  "R26 a payout code submitted many times concurrently connects one account",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const advisor = await makeMember(server.context, "advisor");
      const { body } = await server.call(accountLink, { body: { email: advisor.email } }, advisor.token);
      const back = await authorizeInBrowser(body.url as string);
      const sending = { body: { code: back.get("code") as string, state: back.get("state") as string } };
      const answers = await atOnce(() => server.call(authorizePayout, sending, advisor.token));
      // Whoever comes after it was connected is told that it is.
      expect(winners(answers)).toBeGreaterThan(0);
      expect(await count("payout_accounts", `member_id = ${advisor.id}`)).toBe(1);
    }
  },
  timeoutFor(120_000),
);

test(
  "R26 a payout account that many advisors connect concurrently is one advisor's, and the others are told so",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = freshEmail("account");
      const codes = await atOnce(async () => {
        const advisor = await makeMember(server.context, "advisor");
        const { body } = await server.call(accountLink, { body: { email: advisor.email } }, advisor.token);
        const url = new URL(body.url as string);
        url.searchParams.set("stripe_user[email]", email);
        const back = await authorizeInBrowser(url.href);
        return { advisor, code: back.get("code") as string, state: back.get("state") as string };
      });
      const answers = await atOnce((at) => {
        const { advisor, ...body } = codes[at] as (typeof codes)[number];
        return server.call(authorizePayout, { body }, advisor.token);
      });
      expect(winners(answers)).toBe(1);
      const ids = codes.map(({ advisor }) => advisor.id).join();
      expect(await count("payout_accounts", `member_id in (${ids})`)).toBe(1);
    }
  },
  timeoutFor(120_000),
);

test(
  "R26 a coupon and a card used many times concurrently buy one membership",
  async () => {
    const { context } = server;
    const plan = (await plansOf(context)).find(({ interval, name }) => interval === "month" && name !== "Individual");
    for (let round = 0; round < rounds; round += 1) {
      const person = await makeMember(context, "customer");
      const body = { token: await cardToken(context), plan_id: plan?.price_id as string, coupon: "TWOMONTHS" };
      const answers = await atOnce(() =>
        server.call(subscribe, { body }, person.token, { "idempotency-key": randomUUID() }),
      );
      expect(winners(answers)).toBe(1);
      const [row] = (
        await context.db.execute<{ customer: string }>(
          sql`select provider_customer_id as customer from memberships where member_id = ${person.id}`,
        )
      ).rows;
      const { data } = await context.cards.stripe.subscriptions.list({
        customer: row?.customer as string,
        status: "all",
      });
      expect(data).toHaveLength(1);
    }
  },
  timeoutFor(120_000),
);
