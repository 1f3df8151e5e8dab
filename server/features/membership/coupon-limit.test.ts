import { checkCoupon } from "@plumbline/contract/membership/contract.ts";
import { expect, test } from "vitest";
import { makeMember } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer({ RATE_LIMIT: "on" });

test("B-07 O-04 coupon guesses are limited per account, and allowed again later", async () => {
  const customer = await makeMember(server.context, "customer");
  const attempt = (coupon: string) => server.call(checkCoupon, { body: { coupon } }, customer.token);
  for (let time = 1; time <= 10; time += 1) expect((await attempt(`GUESS${time}`)).status).toBe(422);
  const refused = await attempt("TWOMONTHS");
  expect([refused.status, refused.errors["base"]?.[0]]).toEqual([
    429,
    expect.stringMatching(/^Too many attempts. Please wait/),
  ]);
  server.clock.advance(60 * 60 * 1000);
  expect((await attempt("TWOMONTHS")).status).toBe(200);
});
