import { randomUUID } from "node:crypto";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { present } from "@plumbline/contract/present.ts";
import { makeMember, type Person, setUp } from "../../server/demo/people.ts";
import type { Plumbline } from "../../server/start.ts";
import { callOver, requestOf } from "../../server/testing/calling.ts";
import { type Prepare, requestName, type Server } from "../../server/testing/writing-request.ts";
import { deletingRequests, writingRequests } from "../../server/testing/writing-requests.ts";
import { withoutKey } from "../../web/app/request-keys.ts";
import { contractEndpoints } from "./contract-endpoints.ts";
import type { Sending } from "./posting.ts";

/** A write as it is measured; `prepare` makes a request that succeeds, with what it needs. */
export type Write = { name: string; declaration: Declaration; prepare: (server: Server) => Promise<Sending> };

const requests = [...deletingRequests, ...writingRequests];

/** The names of the contract's writes for which the tests have no request. */
export async function unpreparedWrites(): Promise<string[]> {
  const known = new Set(requests.map(([declaration]) => requestName(declaration)));
  const writing = (await contractEndpoints()).filter(({ method }) => method !== "GET");
  return writing.map(requestName).filter((name) => !known.has(name));
}

/** Every write of the contract, in the order of the tests' requests. Throws for an endpoint without one. */
export async function contractWrites(origin: string): Promise<Write[]> {
  const missing = await unpreparedWrites();
  if (missing.length > 0) throw new Error(`server/testing/writing-requests.ts has none for ${missing.join(", ")}`);
  return requests.map(([declaration, prepare]) => ({
    name: requestName(declaration),
    declaration,
    prepare: async (server) => sendingOf(origin, declaration, await prepare(server)),
  }));
}

/** The bytes of a request, with a new Idempotency-Key wherever a browser sends one. */
async function sendingOf(
  origin: string,
  declaration: Declaration,
  { sending, token }: Awaited<ReturnType<Prepare>>,
): Promise<Sending> {
  const request = requestOf(origin, declaration, sending, token);
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  if (declaration.method !== "DELETE" && !withoutKey.test(pathname)) headers["idempotency-key"] = randomUUID();
  return {
    method: declaration.method,
    path: pathname + search,
    headers,
    body: new Uint8Array(await request.arrayBuffer()),
  };
}

/** The server as requests are prepared on it, lending `count` members of each role in turn. */
export async function withMembers(plumbline: Plumbline, count: number): Promise<Server> {
  const { context } = plumbline;
  const several = async (role: "customer" | "advisor"): Promise<Person[]> => {
    const made: Person[] = [];
    for (let each = 0; each < count; each += 1) made.push(await setUp(context, await makeMember(context, role)));
    return made;
  };
  const people = { customer: await several("customer"), advisor: await several("advisor") };
  const turns = { customer: 0, advisor: 0 };
  return {
    ...plumbline,
    call: (...given) => callOver(plumbline.url, ...given),
    memberAs: (role) => present(people[role][(turns[role] += 1) % count]),
  };
}
