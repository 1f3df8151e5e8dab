import * as accounts from "@plumbline/contract/accounts/contract.ts";
import { texts } from "@plumbline/contract/accounts/rules.ts";
import * as sessions from "@plumbline/contract/accounts/sessions.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { sourceOf } from "../../http/source.ts";
import {
  changePasswordOf,
  confirmEmailChange,
  createPasswordWith,
  requestConfirmation,
  requestConfirmationByLink,
  requestPasswordReset,
  signInWithPassword,
  signOutOf,
  type Visit,
  verifyEmail,
} from "./actions.ts";
import { applyForAdvisor, applyForCustomer } from "./applications.ts";
import { endAllSessions, endOtherSessions, endOwnSession } from "./own-sessions.ts";
import { sessionsOf } from "./store.ts";
import { sessionsView, signedInView } from "./view.ts";

const roleOf = { customers: "customer", advisors: "advisor", staff: "staff" } as const satisfies Record<
  string,
  Role | "staff"
>;

const visitOf = (request: FastifyRequest, device: string | undefined): Visit => ({
  source: sourceOf(request),
  userAgent: request.headers["user-agent"] ?? null,
  device: device || null,
});

export const accountsRoutes = (context: AppContext) => [
  handle(accounts.signIn, async ({ body, request }) =>
    signedInView(await signInWithPassword(context, body, visitOf(request, body.device_token))),
  ),
  handle(accounts.signOut, ({ body }) => signOutOf(context, body.token)),
  handle(accounts.applyAsCustomer, async ({ body }) => {
    await applyForCustomer(context, body);
    return { message: texts.thankYou };
  }),
  handle(accounts.applyAsAdvisor, async ({ body }) => {
    await applyForAdvisor(context, body);
    return { message: texts.thankYou };
  }),
  handle(accounts.confirmEmail, async ({ params, query }) => {
    const member = await verifyEmail(context, roleOf[params.role], query.confirmation_token);
    return { message: texts.verified, state: member.state };
  }),
  handle(accounts.requestConfirmation, async ({ params, body }) => {
    const role = roleOf[params.role];
    if ("email" in body) {
      await requestConfirmation(context, role, body.email);
      return { message: texts.confirmationRequested };
    }
    await requestConfirmationByLink(context, role, body.confirmation_token);
    return { message: texts.confirmationSent };
  }),
  handle(accounts.createPassword, async ({ body, request }) =>
    signedInView(
      await createPasswordWith(context, body.reset_password_token, body.password, {
        ...visitOf(request, body.device_token),
        otp: body.otp,
      }),
    ),
  ),
  handle(accounts.requestReset, async ({ params, body }) => {
    await requestPasswordReset(context, roleOf[params.role], body.email);
    return { message: texts.resetRequested };
  }),
  handle(accounts.changePassword, async ({ params, body, member }) => {
    if (member.role !== roleOf[params.role]) throw notFound();
    await changePasswordOf(context, member, body);
    return { message: texts.passwordChanged };
  }),
  handle(accounts.listSessions, async ({ member }) =>
    sessionsView(await sessionsOf(context.db, member.id, context.clock.now()), member),
  ),
  handle(sessions.endOtherSessions, ({ body, member }) => endOtherSessions(context, member, body)),
  handle(sessions.endAllSessions, ({ body, member }) => endAllSessions(context, member, body)),
  handle(accounts.confirmEmailChange, async ({ body }) => ({
    email: await confirmEmailChange(context, body.token),
    message: texts.emailChanged,
  })),
  handle(sessions.endSession, ({ params, body, member }) => endOwnSession(context, member, body, params.id)),
];
