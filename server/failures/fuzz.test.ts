import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { routes } from "../app.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { connectPayouts, payMembership } from "../demo/membership.ts";
import { makeMember, makeStaff, type Person, personOf } from "../demo/people.ts";
import { answerOnboarding, completeAdvisor } from "../demo/profiles.ts";
import { makeReview } from "../demo/reviews.ts";
import { describeRoutes } from "../platform/openapi.ts";
import { type Document, type Operation, openDocument } from "../testing/documented.ts";
import { aWorld } from "../testing/plumbline.ts";
import { fullSize, patientFor, sized } from "../testing/size.ts";
import { changedSince, fingerprint } from "./fuzz/fingerprint.ts";
import { type Ids, type Odd, oddRequests } from "./fuzz/requests.ts";

// R7: bad input of every kind for every operation of the OpenAPI document, by visitors and by members, with ids of things
// that exist. FUZZ_SEED plays a run again; a failing request is shrunk and printed.

const world = aWorld({}, { quiet: true });
/** The suite plays it on the embedded database and on PostgreSQL, with seeds of their own: 150 between them. */
const perOperation = sized(200, 75);
const seeds = process.env["FUZZ_SEED"]
  ? [Number(process.env["FUZZ_SEED"])]
  : Array.from({ length: fullSize ? 5 : 1 }, () => Math.floor(Math.random() * 2 ** 31));

/** FUZZ_PATH plays one address only. */
const played = new RegExp(process.env["FUZZ_PATH"] ?? "^/(api|oauth)/");

let people: Record<string, Person | null>;
let ids: Ids;
beforeAll(async () => {
  const { house } = world;
  const advisor = await connectPayouts(house, await completeAdvisor(house, await makeMember(house, "advisor")));
  const customer = await payMembership(house, await answerOnboarding(house, await makeMember(house, "customer")));
  const engage = (status: "in_progress" | "proposed" | "completed") =>
    makeEngagement(house, { advisor, customer, status });
  const projects = [await engage("in_progress"), await engage("proposed"), await engage("completed")];
  const invoice = await makeInvoice(house, { advisor, engagementId: projects[0] as number });
  const review = await makeReview(house, { customer, engagementId: projects[2] as number });
  people = { visitor: null, customer, advisor, staff: await makeStaff(house) };
  const others = [1, 2, advisor.id, customer.id];
  ids = { projects, invoices: [invoice], reviews: [review], members: [customer.id, advisor.id], others };
}, 120_000);

/** What must not be in any answer: the inside of the program, of the database, of the machine. */
const inside =
  /\n\s+at |node_modules|\/(work|home|root|tmp|usr)\/|\.ts:\d|\b(select|insert into|update|delete from) "|\bparams: |violates|syntax error at or near|relation "|ECONN|DrizzleQueryError|ZodError/i;
/** A call that takes longer hangs. */
const patience = 10_000;

async function send(method: string, { who, url, headers, payload }: Odd) {
  const token = people[who]?.token;
  const options = {
    method: method as "POST",
    url,
    headers: { host: "localhost", ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(payload === undefined || method === "GET" ? {} : { payload }),
  };
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), patience);
  });
  return Promise.race([world.app.inject(options), hangs]).finally(() => clearTimeout(timer));
}

test.each(seeds)(
  "R7 bad input is refused as documented and changes nothing (seed %i)",
  async (seed) => {
    const document = openDocument(describeRoutes(routes(world.house)));
    const operations = document.operations.filter(({ path }) => played.test(path));
    expect(operations.length).toBeGreaterThan(0);
    const failures: string[] = [];
    let asked = 0;
    for (const operation of operations) {
      const run = playOperation(document, operation, seed);
      await run.played.catch((error: Error) => failures.push(`${operation.method} ${operation.path}: ${told(error)}`));
      asked += run.asked();
    }
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(operations.length * perOperation);
  },
  patientFor(600_000),
);

/** The shrunk request, how to play it again, and what was wrong with its answer. */
function told(error: Error): string {
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : "";
  return `${(error.message.split("\nShrunk")[0] ?? "").slice(0, 1500)}${cause.slice(0, 1500)}`;
}

/** Asks one operation as often as the size says; what was refused must have changed nothing. */
function playOperation(document: Document, operation: Operation, seed: number) {
  const { method } = operation;
  const refused: Odd[] = [];
  let asked = 0;
  let accepted = 0;
  const ask = async (odd: Odd) => {
    const { statusCode: status, headers, body } = await send(method, odd);
    asked += 1;
    const pdf = String(headers["content-type"]).startsWith("application/pdf");
    const complaint = document.complaintAbout({ method, url: odd.url, status, headers, body });
    const leak = pdf ? null : (inside.exec(body)?.[0] ?? null);
    if (status >= 500 || complaint || leak)
      throw new Error(`${status} ${complaint ?? ""} ${leak ? `tells ${leak}` : ""}: ${body.slice(0, 300)}`);
    if (status >= 400 || method === "GET") refused.push(odd);
    else accepted += 1;
  };
  const play = async () => {
    // What was accepted before may have ended their sessions.
    for (const [name, person] of Object.entries(people))
      if (person) people[name] = await personOf(world.house, person.email);
    const before = await fingerprint(world.house);
    const property = fc.asyncProperty(oddRequests(operation, Object.keys(people), ids), ask);
    await fc.assert(property, { seed, numRuns: perOperation });
    if (accepted === 0) return expect(changedSince(before, await fingerprint(world.house)).join()).toBe("");
    // Some of it was good enough and did something. What was refused is asked again, between two prints.
    await world.settle();
    const between = await fingerprint(world.house);
    accepted = 0;
    for (const odd of refused.splice(0)) await ask(odd);
    if (accepted === 0) expect(changedSince(between, await fingerprint(world.house)).join()).toBe("");
  };
  return { played: play(), asked: () => asked };
}
