import * as sessions from "@plumbline/contract/accounts/sessions.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { makeMember, personOf } from "../demo/people.ts";
import { type Prepare, request, type Server } from "./writing-request.ts";

const password = "correct horse battery";
const body = { current_password: password };
const another = { current_password: password, otp: "123456" };

/** Somebody who is signed in twice: the session that asks, and the id of the other. */
async function signedInTwice({ context }: Server) {
  const { email } = await makeMember(context, "customer", { password });
  const { sessionId } = (await personOf(context, email)).member;
  return { by: await personOf(context, email), params: { id: sessionId } };
}

/** Successful requests that end the caller's own sessions. */
export const sessionRequests: readonly [declaration: Declaration, prepare: Prepare][] = [
  request(sessions.endSession, async (server) => {
    const { by, params } = await signedInTwice(server);
    return { by, sending: { params, body }, another: { params, body: another } };
  }),
  request(sessions.endOtherSessions, async (server) => {
    const { by } = await signedInTwice(server);
    return { by, sending: { body }, another: { body: another } };
  }),
  request(sessions.endAllSessions, async (server) => {
    const { by } = await signedInTwice(server);
    return { by, sending: { body }, another: { body: another } };
  }),
];
