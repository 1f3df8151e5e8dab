import { type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import { saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { apply, choices, freshEmail, makeMember } from "../demo/people.ts";
import { jsonSchemaOf } from "../platform/endpoints.ts";
import { aWorld } from "../testing/plumbline.ts";

// Every call by which anybody can have a mail sent, forty times through all processes: five mails an hour reach an address.

const world = aWorld({ RATE_LIMIT: "on", TEAM_EMAIL: "team@bomb.test" }, { neighbour: true });

const declarations = () => routes(world.house).map(({ declaration }) => declaration);
const named = ({ method, path }: Declaration) => `${method} ${path}`;
/** A part of a body called `email` is an address that the caller chooses. */
const takesAddress = ({ body }: Declaration) =>
  body !== undefined && /"email":/.test(JSON.stringify(jsonSchemaOf(body, "input")));

/** What is sent to each, about one address; a call without an entry here fails the test. */
async function bodies(
  email: string,
): Promise<Record<string, { params?: object; query?: object; body?: object } | null>> {
  const choice = await choices(world.house.db);
  const person = { firstname: "Priya", lastname: "Raman", email, message: `Hello ${Math.random()}` };
  return {
    "POST /api/advisors": {
      body: {
        advisor: { email },
        advisor_profile: {
          name: "Owen Price",
          linkedin_profile_url: "https://www.linkedin.com/in/owen",
          based_in_uk: "true",
          classification_type_id: choice("classification_types"),
          advisory_experience: "Two exits.",
        },
      },
    },
    // The same gate, and the longest form: its advisor's twin stands for it.
    "POST /api/customers": null,
    // Sends only to whoever holds a link of the last week.
    "GET /api/{role}/confirmation": null,
    "POST /api/{role}/confirmation": { params: { role: "advisors" }, body: { email } },
    "POST /api/{role}/password": { params: { role: "advisors" }, body: { email } },
    "POST /api/contactus": { body: person },
    "POST /api/subscribe": { body: { name: "Priya", email } },
  };
}

test("8b every call for anyone that takes an address is limited as one that mails; signing in sends none", () => {
  const open = declarations().filter((each) => each.for === "anyone" && takesAddress(each));
  expect(open.length).toBeGreaterThan(5);
  expect(open.filter(({ mails }) => !mails).map(named)).toEqual(["POST /oauth/token"]);
});

test("8b forty times in twenty minutes through two processes: five mails to an address, and every answer alike", async () => {
  for (const declaration of declarations().filter(({ mails }) => mails)) {
    for (const kind of ["active", "waiting", "unknown"] as const) {
      const email = kind === "active" ? (await makeMember(world.house, "advisor")).email : freshEmail(kind);
      if (kind === "waiting") await apply(world.house, "advisor", { email, name: "Owen Price" });
      const all = await bodies(email);
      expect(Object.keys(all)).toContain(named(declaration));
      const sending = all[named(declaration)];
      if (!sending) continue;
      world.clock.advance(3600_000);
      await world.mailsTo(email);
      world.clock.advance(3600_000);
      const before = (await world.mailsTo(email)).length;
      const answers = new Set<string>();
      for (let round = 0; round < 5; round += 1) {
        world.clock.advance(4 * 60_000);
        // Eight at the same moment: as many as the limit of a minute lets through.
        const eight = Array.from({ length: 8 }, async (_, at) => {
          const { url } = at % 2 ? world : world.neighbour;
          const answer = await fetch(url + urlOf(declaration, sending), {
            method: declaration.method,
            headers: { "content-type": "application/json" },
            body: JSON.stringify((await bodies(email))[named(declaration)]?.body),
          });
          return `${answer.status} ${await answer.text()}`;
        });
        for (const each of await Promise.all(eight)) answers.add(each);
      }
      const mails = (await world.mailsTo(email)).length - before;
      expect([named(declaration), kind, mails <= 5]).toEqual([named(declaration), kind, true]);
      // The contact form writes to the team, and says plainly when an address has written enough.
      if (declaration.path !== "/api/contactus")
        expect([named(declaration), [...answers]]).toEqual([named(declaration), [...answers].slice(0, 1)]);
      else expect((await world.mailsTo("team@bomb.test")).filter(({ text }) => text.includes(email))).toHaveLength(5);
    }
  }
}, 60_000);

test("8b a member who asks for other addresses again and again fills nobody's mailbox", async () => {
  const member = await makeMember(world.house, "advisor");
  const stranger = freshEmail("stranger");
  world.clock.advance(3600_000);
  for (let time = 0; time < 12; time += 1) {
    const body = { advisor_profile: { email: stranger, current_password: "correct horse battery" } };
    expect((await world.call(saveAdvisorProfile, { body }, member.token)).status).toBe(200);
  }
  expect((await world.mailsTo(stranger)).length).toBe(5);
});

test("8b one source causes sixty mails an hour, whatever it asks for, and is then told to wait", async () => {
  world.clock.advance(2 * 3600_000);
  const reset = declarations().find((each) => named(each) === "POST /api/{role}/password") as Declaration;
  const again = declarations().find((each) => named(each) === "POST /api/{role}/confirmation") as Declaration;
  const statuses: number[] = [];
  let last = new Headers();
  const ask = async (time: number) => {
    const answer = await fetch(world.url + urlOf(time % 2 ? reset : again, { params: { role: "customers" } }), {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${time}` },
      body: JSON.stringify({ email: freshEmail("each") }),
    });
    statuses.push(answer.status);
    last = answer.headers;
  };
  for (let ten = 0; ten < 6; ten += 1) {
    world.clock.advance(61_000);
    await Promise.all(Array.from({ length: 10 }, (_, at) => ask(10 * ten + at)));
  }
  world.clock.advance(61_000);
  await ask(60);
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  expect([statuses[60], last.get("x-ratelimit-limit")]).toEqual([429, "60"]);
  expect(Number(last.get("retry-after"))).toBeGreaterThan(60);
}, 60_000);
