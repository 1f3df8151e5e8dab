import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { connectPayouts, payMembership } from "../demo/membership.ts";
import { makeMember, makeStaff, type Person, personOf } from "../demo/people.ts";
import { answerOnboarding, completeAdvisor } from "../demo/profiles.ts";
import { makeReview } from "../demo/reviews.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { type Document, documentOf, type Operation } from "../testing/documented.ts";
import { testServer } from "../testing/plumbline.ts";
import { fullSize, sized, timeoutFor } from "../testing/size.ts";
import { changedSince, fingerprint } from "./fuzz/fingerprint.ts";
import { type Ids, type Odd, oddRequests } from "./fuzz/requests.ts";

// R7: invalid input of every kind for every operation of the OpenAPI document, by visitors and members, with ids that
// exist. FUZZ_SEED repeats a run; a failing request is shrunk and printed.

const server = testServer({}, { skipNotifications: true });
const provider = cardSandbox(server);
/** With another seed every run; the nightly run has five seeds at full size. */
const perOperation = sized(200, atNight ? 12 : 4);
const seeds = process.env["FUZZ_SEED"]
  ? [Number(process.env["FUZZ_SEED"])]
  : Array.from({ length: fullSize ? 5 : 1 }, () => Math.floor(Math.random() * 2 ** 31));

/** FUZZ_PATH limits the run to one path. */
const played = new RegExp(process.env["FUZZ_PATH"] ?? "^/(api|oauth)/");

let people: Record<string, Person | null>;
let ids: Ids;
beforeAll(async () => {
  const { context } = server;
  const advisor = await connectPayouts(context, await completeAdvisor(context, await makeMember(context, "advisor")));
  const customer = await payMembership(context, await answerOnboarding(context, await makeMember(context, "customer")));
  const engage = (status: "in_progress" | "proposed" | "completed") =>
    makeEngagement(context, { advisor, customer, status });
  const projects = [await engage("in_progress"), await engage("proposed"), await engage("completed")];
  const invoice = await makeInvoice(context, { advisor, engagementId: projects[0] as number });
  const review = await makeReview(context, { customer, engagementId: projects[2] as number });
  people = { visitor: null, customer, advisor, staff: await makeStaff(context) };
  const others = [1, 2, advisor.id, customer.id];
  ids = { projects, invoices: [invoice], reviews: [review], members: [customer.id, advisor.id], others };
}, 120_000);

/** Internal details of the program, database or machine, which no response may contain. */
const inside =
  /\n\s+at |node_modules|\/(work|home|root|tmp|usr)\/|\.ts:\d|\b(select|insert into|update|delete from) "|\bparams: |violates|syntax error at or near|relation "|ECONN|DrizzleQueryError|ZodError/i;
/** A call that takes longer counts as hanging, in milliseconds. */
const answerTimeout = 30_000;

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
    timer = setTimeout(() => reject(new Error("no answer")), answerTimeout);
  });
  return Promise.race([server.app.inject(options), hangs]).finally(() => clearTimeout(timer));
}

test.each(seeds)(
  "R7 bad input is refused as documented and changes nothing (seed %i)",
  async (seed) => {
    const document = documentOf(server.context);
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
  timeoutFor(600_000),
);

/** The shrunk request, how to repeat it, and the fault of its response. */
function told(error: Error): string {
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : "";
  return `${(error.message.split("\nShrunk")[0] ?? "").slice(0, 1500)}${cause.slice(0, 1500)}`;
}

/** Sends requests to one operation; a refused one must have changed nothing. */
function playOperation(document: Document, operation: Operation, seed: number) {
  const { method } = operation;
  // Who takes a list away is written into the audit.
  const changes = method !== "GET" || /\.(csv|json)$/.test(operation.path);
  const refused: Odd[] = [];
  let asked = 0;
  let accepted = 0;
  const ask = async (odd: Odd) => {
    const { statusCode: status, headers, body } = await send(method, odd);
    asked += 1;
    const pdf = String(headers["content-type"]).startsWith("application/pdf");
    const complaint = document.violationOf({ method, url: odd.url, status, headers, body });
    const leak = pdf ? null : (inside.exec(body)?.[0] ?? null);
    if (status >= 500 || complaint || leak)
      throw new Error(`${status} ${complaint ?? ""} ${leak ? `tells ${leak}` : ""}: ${body.slice(0, 300)}`);
    if (status >= 400 || !changes) refused.push(odd);
    else accepted += 1;
  };
  const play = async () => {
    // An accepted request may have ended their sessions.
    for (const [name, person] of Object.entries(people))
      if (person) people[name] = await personOf(server.context, person.email);
    await provider.eventsHandled();
    const before = await fingerprint(server.context);
    const property = fc.asyncProperty(oddRequests(operation, Object.keys(people), ids), ask);
    await fc.assert(property, { seed, numRuns: perOperation });
    if (accepted === 0) return expect(changedSince(before, await fingerprint(server.context)).join()).toBe("");
    // Accepted requests may have changed state, so refused ones are sent again, between two fingerprints.
    await server.settle();
    await provider.eventsHandled();
    const between = await fingerprint(server.context);
    accepted = 0;
    for (const odd of refused.splice(0)) await ask(odd);
    if (accepted === 0) expect(changedSince(between, await fingerprint(server.context)).join()).toBe("");
  };
  return { played: play(), asked: () => asked };
}
