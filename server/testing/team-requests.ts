import * as twoStep from "@plumbline/contract/accounts/two-step.ts";
import * as sessions from "@plumbline/contract/back-office/member-sessions.ts";
import * as team from "@plumbline/contract/back-office/team.ts";
import * as viewAs from "@plumbline/contract/back-office/view-as.ts";
import { makeMember, makeStaff } from "../demo/people.ts";
import * as tables from "../schema.ts";
import { withSecret, withTwoSteps } from "./two-steps.ts";
import { member, request, type Server } from "./writing-request.ts";

const password = "correct horse battery";
const reason = "They asked for it.";
const otherReason = "Somebody else asked for it.";

/** An owner, and a colleague of theirs. */
const colleagues = async ({ context }: Server) => ({
  by: await makeStaff(context),
  params: { id: (await makeStaff(context, { role: "support" })).id },
});

const confirmedTwoStep = ({ db, clock }: Server["context"], memberId: number) =>
  db.insert(tables.twoStep).values({ memberId, secret: Buffer.from("x"), confirmedAt: clock.now() });

/** The part of writing-requests.ts about staff, two-step sign-in, and looking as a member or signing them out. */
export const teamRequests = [
  request(team.changeStaffRole, async (server) => {
    const { by, params } = await colleagues(server);
    const body = { role: "finance" as const, reason };
    return { by, sending: { params, body }, another: { params, body: { ...body, reason: otherReason } } };
  }),
  request(team.removeStaff, async (server) => {
    const { by, params } = await colleagues(server);
    return { by, sending: { params, body: { reason } }, another: { params, body: { reason: otherReason } } };
  }),
  request(team.resetTwoStep, async (server) => {
    const { by, params } = await colleagues(server);
    await confirmedTwoStep(server.context, params.id);
    return { by, sending: { params, body: { reason } }, another: { params, body: { reason: otherReason } } };
  }),
  request(team.sendStaffLink, async (server) => {
    const { by, params } = await colleagues(server);
    return { by, sending: { params } };
  }),
  request(viewAs.lookAsMember, async (server) => {
    const params = { id: (await member(server, "customer")).id };
    const by = await makeStaff(server.context);
    return { by, sending: { params, body: { reason } }, another: { params, body: { reason: otherReason } } };
  }),
  ...[sessions.endMemberSessions, sessions.endMemberSession].map((declaration) =>
    request(declaration, async ({ context }) => {
      const { id, member: signedIn } = await makeMember(context, "customer");
      const params = { id: declaration === sessions.endMemberSession ? signedIn.sessionId : id };
      const by = await makeStaff(context);
      return { by, sending: { params, body: { reason } }, another: { params, body: { reason: otherReason } } };
    }),
  ),
  request(sessions.resetMemberTwoStep, async ({ context }) => {
    const params = { id: (await makeMember(context, "customer")).id };
    await confirmedTwoStep(context, params.id);
    const by = await makeStaff(context);
    return { by, sending: { params, body: { reason } }, another: { params, body: { reason: otherReason } } };
  }),
  request(twoStep.beginTwoStep, async ({ context }) => ({
    by: await makeMember(context, "customer", { password }),
    sending: { body: { current_password: password } },
    another: { body: { current_password: `${password}s` } },
  })),
  request(twoStep.confirmTwoStep, async (server) => {
    const { person, code } = await withSecret(server);
    return { by: person, sending: { body: { otp: code() } }, another: { body: { otp: code(1) } } };
  }),
  ...[twoStep.renewRecoveryCodes, twoStep.endTwoStep].map((declaration) =>
    request(declaration, async (server) => {
      const { person, recoveryCodes } = await withTwoSteps(server);
      const proofWith = (otp = "") => ({ body: { current_password: password, otp } });
      return { by: person, sending: proofWith(recoveryCodes[0]), another: proofWith(recoveryCodes[1]) };
    }),
  ),
];
