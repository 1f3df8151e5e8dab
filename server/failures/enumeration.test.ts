import { applyAsAdvisor, requestConfirmation, requestReset, signIn } from "@plumbline/contract/accounts/contract.ts";
import { expect, test } from "vitest";
import { apply, choices, freshEmail, makeMember } from "../demo/people.ts";
import { aWorld } from "../testing/plumbline.ts";
import { patientFor, sized } from "../testing/size.ts";

// Whoever asks about an address learns nothing of whether it is known: not by status, words, headers or time.

const world = aWorld({}, { quiet: true });
const times = sized(2000, 30);
/** A fair coin's sum over so many pairs strays by this; three times that is the small size's margin. */
const margin = sized(0.05, 3 * Math.sqrt((2 * times + 1) / (12 * times * times)));

type Asked = { status: number; body: unknown; headers: string[]; ms: number };
type Ask = (email: string) => Promise<{ status: number; body: unknown; headers: Headers }>;

async function timed(ask: Ask, email: string): Promise<Asked> {
  const began = performance.now();
  const { status, body, headers } = await ask(email);
  return { status, body, headers: [...headers.keys()].sort(), ms: performance.now() - began };
}

/** How well time tells the two apart: the share of pairs in which the first took longer; 0.5 is not at all. */
function areaUnderCurve(one: readonly Asked[], other: readonly Asked[]): number {
  let longer = 0;
  for (const { ms } of one) for (const each of other) longer += ms > each.ms ? 1 : ms === each.ms ? 0.5 : 0;
  return longer / (one.length * other.length);
}

const params = { role: "advisors" } as const;
const calls: Record<string, () => Promise<Ask>> = {
  "sign-in with a wrong password": async () => (email) =>
    world.call(signIn, { body: { email, password: "wrong", owner_type: "advisor", grant_type: "password" } }),
  "a reset": async () => (email) => world.call(requestReset, { params, body: { email } }),
  "a new verification link": async () => (email) => world.call(requestConfirmation, { params, body: { email } }),
  "an application": async () => {
    const classification_type_id = (await choices(world.house.db))("classification_types");
    return (email) =>
      world.call(applyAsAdvisor, {
        body: {
          advisor: { email },
          advisor_profile: {
            name: "Owen Price",
            linkedin_profile_url: "https://www.linkedin.com/in/owen",
            based_in_uk: "true",
            classification_type_id,
            advisory_experience: "Two exits.",
          },
        },
      });
  },
};

test.each(Object.entries(calls))(
  "R14 %s reads and takes the same for a known and an unknown address",
  async (_name, build) => {
    const ask = await build();
    const known = (await makeMember(world.house, "advisor")).email;
    const waiting = freshEmail("waiting");
    await apply(world.house, "advisor", { email: waiting, name: "Owen Price" });
    for (let time = 0; time < 5; time += 1) await ask(freshEmail("warm"));
    const existing: Asked[] = [];
    const missing: Asked[] = [];
    for (let time = 0; time < times; time += 1) {
      const pair = [
        async () => existing.push(await timed(ask, time % 2 ? known : waiting)),
        async () => missing.push(await timed(ask, freshEmail("missing"))),
      ];
      // Neither kind is always the one that comes after the other.
      for (const each of time % 2 ? pair : pair.reverse()) await each();
    }
    const { ms: _ms, ...first } = missing[0] as Asked;
    for (const { ms: _, ...each } of [...existing, ...missing]) expect(each).toEqual(first);
    const area = areaUnderCurve(existing, missing);
    console.log(`R14 ${_name}: a classifier by time has an area under the curve of ${area.toFixed(3)}`);
    expect(Math.abs(area - 0.5)).toBeLessThanOrEqual(margin);
  },
  patientFor(60_000),
);
