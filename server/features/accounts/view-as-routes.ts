import * as contract from "@plumbline/contract/back-office/view-as.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { nameOf } from "../profiles/store.ts";
import { viewAsMember, viewAsSeconds } from "./view-as.ts";

export const viewAsRoutes = (context: AppContext) => [
  handle(contract.lookAsMember, async ({ params, body, member: staff, request }) => {
    const userAgent = request.headers["user-agent"] ?? null;
    const { token, member } = await viewAsMember(context, staff, params.id, { ...body, userAgent });
    return {
      access_token: token,
      token_type: "Bearer" as const,
      expires_in: viewAsSeconds,
      stripe_setup: member.stripeSetup,
      profile_setup: member.profileSetup,
      result: { id: member.id, email: member.email, role: member.role, state: member.state },
      name: await nameOf(context.db, member.id),
    };
  }),
];
