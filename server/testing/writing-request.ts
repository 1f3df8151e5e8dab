import type { CallInput, Declaration } from "@plumbline/contract/endpoint.ts";
import type { Status } from "@plumbline/contract/engagements/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { saveCard } from "../features/membership/card.ts";
import type { TestServer } from "./plumbline.ts";

// What the successful requests of writing-requests.ts are made of.

/**
 * The input and the caller's token, null for a visitor. `another` is a different valid input, for endpoints where
 * changing one text of the body is not enough.
 */
export type WritingRequest = {
  sending: CallInput<Declaration>;
  token: string | null;
  another?: CallInput<Declaration>;
};
/**
 * The server on which requests are prepared; `memberAs` returns members that a benchmark has already made, by their
 * role.
 */
export type Server = Pick<TestServer, "context" | "call" | "sandbox"> & {
  memberAs?: (role: Role) => Person;
};
type Prepared<D extends Declaration> = { sending: CallInput<D>; by?: Person; another?: CallInput<D> };
export type Prepare = (server: Server) => Promise<WritingRequest>;

export const requestName = ({ method, path }: Pick<Declaration, "method" | "path">) => `${method} ${path}`;

/** An endpoint with what prepares a successful request for it, typed by its declaration. */
export function request<D extends Declaration>(
  declaration: D,
  prepare: (server: Server) => Promise<Prepared<D>>,
): [declaration: Declaration, prepare: Prepare] {
  return [
    declaration,
    async (server) => {
      const { sending, by, another } = (await prepare(server)) as Prepared<Declaration>;
      return { sending, token: by?.token ?? null, ...(another && { another }) };
    },
  ];
}

/** A member of a role who has set everything up. */
export const member = async ({ context, memberAs }: Server, role: Role): Promise<Person> =>
  memberAs?.(role) ?? setUp(context, await makeMember(context, role));
/** One of each role. */
export const pair = async (server: Server) => ({
  advisor: await member(server, "advisor"),
  customer: await member(server, "customer"),
});

/** An engagement in a status, and its two members. */
export async function engaged(server: Server, status: Status) {
  const { advisor, customer } = await pair(server);
  return { advisor, customer, id: await makeEngagement(server.context, { advisor, customer, status }) };
}

/** An invoice of an engagement in progress; `card` gives the customer a card and the advisor a payout account. */
export async function invoiced({ memberAs, ...server }: Server, { draft = false, card = false } = {}) {
  // A payout account is connected once, so each card takes members of its own.
  const on = card || !memberAs ? server : { ...server, memberAs };
  const { advisor, customer, id: engagementId } = await engaged(on, "in_progress");
  if (card) {
    await connectPayouts(server.context, advisor);
    await saveCard(server.context, customer.member, await cardToken(server.context));
  }
  return { advisor, customer, engagementId, id: await makeInvoice(server.context, { advisor, engagementId, draft }) };
}
