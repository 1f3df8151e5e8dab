import { randomUUID } from "node:crypto";
import { applyAsAdvisor } from "@plumbline/contract/accounts/contract.ts";
import { subscribe } from "@plumbline/contract/membership/contract.ts";
import { accountLink, authorizePayout } from "@plumbline/contract/payouts/contract.ts";
import { createReview } from "@plumbline/contract/reviews/contract.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { authorizeInBrowser, cardToken } from "../demo/membership.ts";
import { choices, freshEmail, makeMember, setUp } from "../demo/people.ts";
import { plansOf } from "../features/membership/plans.ts";
import { aWorld } from "../testing/plumbline.ts";
import { patientFor, sized } from "../testing/size.ts";

// What there is one of, wanted by many at the same moment: one gets it, and the others are told why not.

const world = aWorld({}, { quiet: true });
const rounds = sized(1000, 4);
const racers = sized(50, 12);

const atOnce = <T>(ask: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: racers }, (_, at) => ask(at)));
/** How many succeeded; every other one must be a 409 or a 422. */
function winners(answers: readonly { status: number; text: string }[]): number {
  const won = answers.filter(({ status }) => status < 300).length;
  for (const { status, text } of answers) if (status >= 300) expect([409, 422], text).toContain(status);
  return won;
}
const count = async (table: string, where: string) =>
  Number((await world.house.db.execute(sql.raw(`select count(*) from ${table} where ${where}`))).rows[0]?.["count"]);

test(
  "R26 of many reviews of one engagement at the same moment one is kept",
  async () => {
    const { house } = world;
    for (let round = 0; round < rounds; round += 1) {
      const [advisor, customer] = [
        await setUp(house, await makeMember(house, "advisor")),
        await setUp(house, await makeMember(house, "customer")),
      ];
      const id = await makeEngagement(house, { advisor, customer, status: "completed" });
      const answers = await atOnce((at) =>
        world.call(createReview, { body: { rating: 5, body: `Number ${at}`, project_id: id } }, customer.token),
      );
      expect([winners(answers), await count("reviews", `engagement_id = ${id}`)]).toEqual([1, 1]);
    }
  },
  patientFor(30_000),
);

test(
  "R26 the same address applying many times at once is one application",
  async () => {
    const { house } = world;
    const classification = (await choices(house.db))("classification_types");
    for (let round = 0; round < rounds; round += 1) {
      const email = freshEmail("crowd");
      const answers = await atOnce(() =>
        world.call(applyAsAdvisor, {
          body: {
            advisor: { email },
            advisor_profile: {
              name: "Owen Price",
              linkedin_profile_url: "https://www.linkedin.com/in/owen",
              based_in_uk: "true",
              classification_type_id: classification,
              advisory_experience: "Two exits.",
            },
          },
        }),
      );
      // All are answered alike, so that nobody learns whose address is known (decision 3a).
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
  patientFor(30_000),
);

test(
  "R26 a payout code submitted many times at once connects one account",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const advisor = await makeMember(world.house, "advisor");
      const { body } = await world.call(accountLink, { body: { email: advisor.email } }, advisor.token);
      const back = await authorizeInBrowser(body.url as string);
      const sending = { body: { code: back.get("code") as string, state: back.get("state") as string } };
      const answers = await atOnce(() => world.call(authorizePayout, sending, advisor.token));
      expect([winners(answers), await count("payout_accounts", `member_id = ${advisor.id}`)]).toEqual([1, 1]);
    }
  },
  patientFor(30_000),
);

test(
  "R26 a coupon and a card used many times at once buy one membership",
  async () => {
    const { house } = world;
    const plan = (await plansOf(house)).find(({ interval, name }) => interval === "month" && name !== "Individual");
    for (let round = 0; round < rounds; round += 1) {
      const person = await makeMember(house, "customer");
      const body = { token: await cardToken(house), plan_id: plan?.price_id as string, coupon: "TWOMONTHS" };
      const answers = await atOnce(() =>
        world.call(subscribe, { body }, person.token, { "idempotency-key": randomUUID() }),
      );
      expect(winners(answers)).toBe(1);
      const [row] = (
        await house.db.execute<{ customer: string }>(
          sql`select provider_customer_id as customer from memberships where member_id = ${person.id}`,
        )
      ).rows;
      const { data } = await house.cards.stripe.subscriptions.list({
        customer: row?.customer as string,
        status: "all",
      });
      expect(data).toHaveLength(1);
    }
  },
  patientFor(30_000),
);
