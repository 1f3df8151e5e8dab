// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
import { passwordError } from "@plumbline/contract/accounts/passwords.ts";
import { passwordsMatch, texts } from "@plumbline/contract/accounts/rules.ts";

export { EndSessionsForm } from "@plumbline/contract/accounts/sessions.ts";
export { BeginTwoStepForm, ConfirmTwoStepForm, ProofForm } from "@plumbline/contract/accounts/two-step.ts";

import { Email } from "@plumbline/contract/fields.ts";
import { z } from "zod";

export const EmailForm = z.object({ email: Email });

const entered = z.string().min(1, texts.enterPassword);

/** A first password, and a new one after a reset. */
export const FirstPasswordForm = z
  .object({ password: entered, confirm: entered, otp: z.string().trim().max(40) })
  .superRefine(({ password, confirm }, context) => refuse(context, password, confirm, "confirm"));

export const ChangePasswordForm = z
  .object({ current_password: entered, password: entered, confirmPassword: entered, otp: z.string().trim().max(40) })
  .superRefine(({ password, confirmPassword }, context) =>
    refuse(context, password, confirmPassword, "confirmPassword"),
  );

/** The two are equal after trimming, which is not checked while one of them is empty (row A-23). */
function refuse(context: z.RefinementCtx, password: string, again: string, field: string) {
  if (!passwordsMatch(password, again))
    context.addIssue({ code: "custom", path: [field], message: texts.equalPasswords });
  const complaint = password === "" ? null : passwordError(password);
  if (complaint) context.addIssue({ code: "custom", path: ["password"], message: complaint });
}

export { AnswerForm, ReferenceForm } from "@plumbline/contract/back-office/queue.ts";
