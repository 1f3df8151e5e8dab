import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Moment, Whole } from "../fields.ts";
import { texts } from "./rules.ts";
import { twoStepTexts } from "./two-step-rules.ts";

/** A code of the authenticator app or a recovery code, as typed or pasted. */
const Otp = z.string(twoStepTexts.enterCode).trim().min(1, twoStepTexts.enterCode).max(40, twoStepTexts.wrongCode);
const Password = z.string(texts.enterPassword).min(1, texts.enterPassword).max(1000);

const TwoStep = z.object({
  on: z.boolean(),
  since: Moment.nullable(),
  recovery_codes_left: Whole,
  /** Whether this account must have it and cannot turn it off. */
  required: z.boolean(),
});
export type TwoStep = z.infer<typeof TwoStep>;

export const BeginTwoStepForm = z.strictObject({ current_password: Password });
export const ConfirmTwoStepForm = z.strictObject({ otp: Otp });
export const ProofForm = z.strictObject({ current_password: Password, otp: Otp });

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const account = { for: "account", limit: 20 } as const;

export const readTwoStep = endpoint({
  method: "GET",
  path: "/api/two_step",
  for: "account",
  duringSetUp: true,
  summary: "Whether I sign in with two steps.",
  output: TwoStep,
});

export const beginTwoStep = endpoint({
  method: "POST",
  path: "/api/two_step",
  ...account,
  duringSetUp: true,
  summary: "Get a secret for an authenticator app. Nothing changes until a first code confirms it.",
  body: BeginTwoStepForm,
  inSteps: true,
  output: z.object({
    /** In base 32, to be typed into the app. */
    secret: z.string(),
    /** The same as an otpauth address, to be shown as a QR code. */
    uri: z.string(),
  }),
});

export const confirmTwoStep = endpoint({
  method: "POST",
  path: "/api/two_step/confirm",
  ...account,
  duringSetUp: true,
  summary: "Turn two-step sign-in on with a first code; answers the recovery codes, once. My other sessions end.",
  body: ConfirmTwoStepForm,
  inSteps: true,
  output: RecoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/two_step/recovery_codes",
  ...account,
  summary: "New recovery codes; the old ones end.",
  body: ProofForm,
  inSteps: true,
  output: RecoveryCodes,
});

export const endTwoStep = endpoint({
  method: "POST",
  path: "/api/two_step/off",
  ...account,
  summary: "Turn two-step sign-in off, with the password and a code.",
  body: ProofForm,
  inSteps: true,
  output: TwoStep,
});
