import * as contract from "@plumbline/contract/back-office/member-sessions.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { endSessionOfMember, endSessionsOfMember, resetTwoStepOfMember } from "./member-sessions.ts";

export const memberSessionsRoutes = (context: AppContext) => [
  handle(contract.endMemberSessions, ({ params, body, member }) =>
    endSessionsOfMember(context, member, params.id, body.reason),
  ),
  handle(contract.endMemberSession, ({ params, body, member }) =>
    endSessionOfMember(context, member, params.id, body.reason),
  ),
  handle(contract.resetMemberTwoStep, ({ params, body, member }) =>
    resetTwoStepOfMember(context, member, params.id, body.reason),
  ),
];
