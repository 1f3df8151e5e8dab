import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { changeMoneySetting } from "@plumbline/contract/prices/contract.ts";
import { expect, test } from "vitest";
import { makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer({}, { pages: true });
const page = async (path: string) => (await fetch(server.url + path)).text();

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
  server.clock.advance(24 * 3_600_000);
  // A copy that was drawn before is served for some seconds.
  await expect.poll(() => page("/")).toContain(">88%<");
  expect(await page("/apply-advisor")).toMatch(/12(<!-- -->)?%/);
});
