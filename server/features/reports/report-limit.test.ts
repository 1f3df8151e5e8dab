import { makeReport } from "@plumbline/contract/reports/contract.ts";
import { reportsPerDay, reportTexts } from "@plumbline/contract/reports/rules.ts";
import { expect, test } from "vitest";
import { makeMember, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer({ RATE_LIMIT: "on" }, { skipNotifications: true });

test("G-63 a member may report ten times a day, and is told where to write then", async () => {
  const customer = await setUp(server.context, await makeMember(server.context, "customer"));
  const report = async () => {
    const { id } = await makeMember(server.context, "advisor");
    const body = { kind: "profile", id, grounds: "spam", words: "An advert." } as const;
    return server.call(makeReport, { body }, customer.token);
  };
  for (let times = 0; times < reportsPerDay; times += 1) expect((await report()).status).toBe(201);
  const refused = await report();
  expect([refused.status, refused.errors]).toEqual([422, { base: [reportTexts.tooMany] }]);
});
