import { type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import { saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { routes } from "../app.ts";
import { advisorApplication, apply, choices, freshEmail, makeMember } from "../demo/people.ts";
import { jsonSchemaOf } from "../http/json-schemas.ts";
import { testServer } from "../testing/plumbline.ts";

// Every call that lets anybody cause an e-mail, forty times through all processes: at most five e-mails an hour reach
// an address.

const server = testServer({ RATE_LIMIT: "on", TEAM_EMAIL: "team@bomb.test" }, { secondProcess: true });

const declarations = () => routes(server.context).map(({ declaration }) => declaration);
const named = ({ method, path }: Declaration) => `${method} ${path}`;
/** A field called `email` is an address that the caller chooses. */
const takesAddress = ({ body }: Declaration) =>
  body !== undefined && /"email":/.test(JSON.stringify(jsonSchemaOf(body, "input")));

/** The bodies for each call, about one address; a call without an entry here fails the test. */
async function bodies(
  email: string,
): Promise<Record<string, { params?: object; query?: object; body?: object } | null>> {
  const _choice = await choices(server.context.db);
  const person = { firstname: "Priya", lastname: "Raman", email, message: `Hello ${Math.random()}` };
  return {
    "POST /api/advisors": { body: await advisorApplication(server.context, { email }) },
    // The same limit as the advisor's application, which is tested instead.
    "POST /api/customers": null,
    // Sends only to the holder of a link of the last week.
    "GET /api/{role}/confirmation": null,
    "POST /api/{role}/confirmation": { params: { role: "advisors" }, body: { email } },
    "POST /api/{role}/password": { params: { role: "advisors" }, body: { email } },
    "POST /api/contactus": { body: person },
    "POST /api/subscribe": { body: { name: "Priya", email } },
  };
}

test("decision 49 every public call that takes an address is limited like those that send e-mail; signing in sends none", () => {
  const open = declarations().filter((each) => each.for === "anyone" && takesAddress(each));
  expect(open.length).toBeGreaterThan(5);
  expect(open.filter(({ sendsMail: mails }) => !mails).map(named)).toEqual(["POST /oauth/token"]);
});

test.runIf(atNight)(
  "decision 49 of forty requests in twenty minutes through two processes five e-mail the address, and all responses are alike",
  async () => {
    for (const declaration of declarations().filter(({ sendsMail: mails }) => mails)) {
      for (const kind of ["active", "waiting", "unknown"] as const) {
        const email = kind === "active" ? (await makeMember(server.context, "advisor")).email : freshEmail(kind);
        if (kind === "waiting") await apply(server.context, "advisor", { email, name: "Owen Price" });
        const all = await bodies(email);
        expect(Object.keys(all)).toContain(named(declaration));
        const sending = all[named(declaration)];
        if (!sending) continue;
        server.clock.advance(3600_000);
        await server.mailsTo(email);
        server.clock.advance(3600_000);
        const before = (await server.mailsTo(email)).length;
        const answers = new Set<string>();
        for (let round = 0; round < 5; round += 1) {
          server.clock.advance(4 * 60_000);
          // Eight at the same moment: as many as the limit per minute allows.
          const eight = Array.from({ length: 8 }, async (_, at) => {
            const { url } = at % 2 ? server : server.secondProcess;
            const answer = await fetch(url + urlOf(declaration, sending), {
              method: declaration.method,
              headers: { "content-type": "application/json" },
              body: JSON.stringify((await bodies(email))[named(declaration)]?.body),
            });
            return `${answer.status} ${await answer.text()}`;
          });
          for (const each of await Promise.all(eight)) answers.add(each);
        }
        const mails = (await server.mailsTo(email)).length - before;
        expect([named(declaration), kind, mails <= 5]).toEqual([named(declaration), kind, true]);
        // The contact form writes to the team, and says explicitly when an address has written too often.
        if (declaration.path !== "/api/contactus")
          expect([named(declaration), [...answers]]).toEqual([named(declaration), [...answers].slice(0, 1)]);
        else
          expect((await server.mailsTo("team@bomb.test")).filter(({ text }) => text.includes(email))).toHaveLength(5);
      }
    }
  },
);

test("decision 49 a member who requests other addresses again and again cannot flood a mailbox", async () => {
  const member = await makeMember(server.context, "advisor");
  const stranger = freshEmail("stranger");
  server.clock.advance(3600_000);
  for (let time = 0; time < 12; time += 1) {
    const body = { advisor_profile: { email: stranger, current_password: "correct horse battery" } };
    expect((await server.call(saveAdvisorProfile, { body }, member.token)).status).toBe(200);
  }
  expect((await server.mailsTo(stranger)).length).toBe(5);
});

test("decision 49 one source causes at most sixty e-mails an hour over all calls, and is then refused with Retry-After", async () => {
  server.clock.advance(2 * 3600_000);
  const reset = declarations().find((each) => named(each) === "POST /api/{role}/password") as Declaration;
  const again = declarations().find((each) => named(each) === "POST /api/{role}/confirmation") as Declaration;
  const statuses: number[] = [];
  let last = new Headers();
  const ask = async (time: number) => {
    const answer = await fetch(server.url + urlOf(time % 2 ? reset : again, { params: { role: "customers" } }), {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${time}` },
      body: JSON.stringify({ email: freshEmail("each") }),
    });
    statuses.push(answer.status);
    last = answer.headers;
  };
  for (let ten = 0; ten < 6; ten += 1) {
    server.clock.advance(61_000);
    await Promise.all(Array.from({ length: 10 }, (_, at) => ask(10 * ten + at)));
  }
  server.clock.advance(61_000);
  await ask(60);
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  expect([statuses[60], last.get("x-ratelimit-limit")]).toEqual([429, "60"]);
  expect(Number(last.get("retry-after"))).toBeGreaterThan(60);
});
