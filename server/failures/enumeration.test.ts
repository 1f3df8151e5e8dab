import { applyAsAdvisor, requestConfirmation, requestReset, signIn } from "@plumbline/contract/accounts/contract.ts";
import { expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { advisorApplication, apply, freshEmail, makeMember } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";
import { fullSize, timeoutFor } from "../testing/size.ts";

// A caller cannot find out whether an address is known: not by status, text, headers or time.

const server = testServer({}, { skipNotifications: true });
/** The allowed deviation of the share from one half, in standard deviations of a fair coin's. */
const byChance = (times: number, deviations: number) => deviations * Math.sqrt((2 * times + 1) / (12 * times * times));
/**
 * The number of measurements, and the margin that passes. At the small size more are taken when a few look different:
 * one measurement in three hundred does so by chance, both together one in millions.
 */
const stages = fullSize
  ? [{ times: 2000, margin: 0.05 }]
  : [
      { times: 30, margin: byChance(30, 3) },
      { times: 120, margin: byChance(120, 4) },
    ];

type Asked = { status: number; body: unknown; headers: string[]; ms: number };
type Ask = (email: string) => Promise<{ status: number; body: unknown; headers: Headers }>;

async function timed(ask: Ask, email: string): Promise<Asked> {
  const began = performance.now();
  const { status, body, headers } = await ask(email);
  return { status, body, headers: [...headers.keys()].sort(), ms: performance.now() - began };
}

/** How well the time distinguishes the two: the share of pairs in which the first took longer; 0.5 is not at all. */
function areaUnderCurve(one: readonly Asked[], other: readonly Asked[]): number {
  let longer = 0;
  for (const { ms } of one) for (const each of other) longer += ms > each.ms ? 1 : ms === each.ms ? 0.5 : 0;
  return longer / (one.length * other.length);
}

const params = { role: "advisors" } as const;
const calls: Record<string, () => Promise<Ask>> = {
  "sign-in with a wrong password": async () => (email) =>
    server.call(signIn, { body: { email, password: "wrong", owner_type: "advisor", grant_type: "password" } }),
  "a reset": async () => (email) => server.call(requestReset, { params, body: { email } }),
  "a new verification link": async () => (email) => server.call(requestConfirmation, { params, body: { email } }),
  "an application": async () => {
    const body = await advisorApplication(server.context, { email: "" });
    return (email) => server.call(applyAsAdvisor, { body: { ...body, advisor: { email } } });
  },
};

// By day the first alone, because each of the others takes as long.
test.each(Object.entries(calls).slice(0, atNight ? undefined : 1))(
  "R14 %s responds the same and takes as long for a known and an unknown address",
  async (name, build) => {
    const ask = await build();
    const known = (await makeMember(server.context, "advisor")).email;
    const waiting = freshEmail("waiting");
    await apply(server.context, "advisor", { email: waiting, name: "Owen Price" });
    for (let time = 0; time < 5; time += 1) await ask(freshEmail("warm"));
    for (const { times, margin } of stages) {
      const existing: Asked[] = [];
      const missing: Asked[] = [];
      for (let time = 0; time < times; time += 1) {
        const pair = [
          async () => existing.push(await timed(ask, time % 2 ? known : waiting)),
          async () => missing.push(await timed(ask, freshEmail("missing"))),
        ];
        // The order of the two alternates.
        for (const each of time % 2 ? pair : pair.reverse()) await each();
      }
      const { ms: _ms, ...first } = missing[0] as Asked;
      for (const { ms: _, ...each } of [...existing, ...missing]) expect(each).toEqual(first);
      const area = areaUnderCurve(existing, missing);
      console.log(`R14 ${name}: a classifier by time has an area under the curve of ${area.toFixed(3)}`);
      if (Math.abs(area - 0.5) <= margin) return;
    }
    expect.fail(`time tells a known address from an unknown one by ${name}`);
  },
  timeoutFor(120_000),
);
