import * as contract from "@plumbline/contract/accounts/two-step.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { beginTwoStep, confirmTwoStep, endTwoStep, renewRecoveryCodes, twoStepOf } from "./two-step.ts";

export const twoStepRoutes = (context: AppContext) => [
  handle(contract.readTwoStep, ({ member }) => twoStepOf(context, member)),
  handle(contract.beginTwoStep, ({ member, body }) => beginTwoStep(context, member, body.current_password)),
  handle(contract.confirmTwoStep, async ({ member, body }) => ({
    recovery_codes: await confirmTwoStep(context, member, body.otp),
  })),
  handle(contract.renewRecoveryCodes, async ({ member, body }) => ({
    recovery_codes: await renewRecoveryCodes(context, member, body),
  })),
  handle(contract.endTwoStep, async ({ member, body }) => {
    await endTwoStep(context, member, body);
    return twoStepOf(context, member);
  }),
];
