import * as closure from "@plumbline/contract/closure/contract.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { makeMember, makeStaff } from "../demo/people.ts";
import { closeMember } from "../features/closure/actions.ts";
import { type Prepare, request } from "./writing-request.ts";

const password = "correct horse battery";

/** Successful requests that close accounts and open them again. */
export const closureRequests: readonly [declaration: Declaration, prepare: Prepare][] = [
  request(closure.closeOwnAccount, async ({ context }) => ({
    by: await makeMember(context, "customer", { password }),
    sending: { body: { current_password: password, reason: "We have sold the company." } },
    another: { body: { current_password: password, reason: "We have merged." } },
  })),
  request(closure.closeMemberAccount, async ({ context }) => {
    const params = { id: (await makeMember(context, "advisor")).id };
    return {
      by: await makeStaff(context),
      sending: { params, body: { reason: "They have asked us to." } },
      another: { params, body: { reason: "They have rung." } },
    };
  }),
  request(closure.reopenMemberAccount, async ({ context }) => {
    const by = await makeStaff(context);
    const params = { id: (await makeMember(context, "advisor")).id };
    await closeMember(context, by.member, params.id, "They have asked us to.");
    return {
      by,
      sending: { params, body: { reason: "They have rung." } },
      another: { params, body: { reason: "They have written." } },
    };
  }),
];
