import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { changePrice, listOffers } from "@plumbline/contract/membership/offers.ts";
import { changeMoneySetting } from "@plumbline/contract/prices/contract.ts";
import { expect, test } from "vitest";
import { makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer({}, { pages: true });
const page = async (path: string) => (await fetch(server.url + path)).text();

test("G-82 A-02 the public pages say the price for which a membership is sold", async () => {
  const owner = await makeStaff(server.context, { name: "Ada Lind" });
  expect(await page("/apply-business-member")).toMatch(
    /<strong>£250<\/strong>Per Month[\s\S]*<strong>£2500<\/strong>Per Annum/,
  );
  const { plans } = (await server.call(listOffers, {}, owner.token)).body;
  const monthly = plans.find(({ amount }) => amount === 250);
  const body = { price_id: monthly?.price_id as string, amount: 299.99, reason: "The board's decision." };
  expect((await server.call(changePrice, { body }, owner.token)).status).toBe(201);
  for (const [path, words] of [
    ["/apply-business-member", "<strong>£299.99</strong>Per Month"],
    ["/apply", "£299.99 a month or £2,500 a year"],
    ["/", ">£299.99<"],
  ] as const)
    await expect.poll(() => page(path)).toContain(words);
});

test("G-80 the public pages say the commission that holds on the day", async () => {
  const owner = await makeStaff(server.context, { name: "Ada Lind" });
  expect(await page("/")).toContain(">90%<");
  const body = {
    setting: "commission" as const,
    value: 12,
    from_day: addDays(dayInLondon(server.clock.now()), 1),
    reason: "The board's decision.",
  };
  expect((await server.call(changeMoneySetting, { body }, owner.token)).status).toBe(201);
  server.clock.advanceDays(1);
  // A copy that was drawn before is served for some seconds.
  await expect.poll(() => page("/")).toContain(">88%<");
  expect(await page("/apply-advisor")).toMatch(/12(<!-- -->)?%/);
});
