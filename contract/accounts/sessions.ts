import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, optional } from "../fields.ts";
import { texts } from "./rules.ts";

// One's own sessions are ended with the password: one that was left open must not be enough to sign its owner out elsewhere.

/** The password, and the code of an account with two-step sign-in: without it the refusal is one of the field `otp`. */
export const EndSessionsForm = z.strictObject({
  current_password: z.string(texts.enterPassword).min(1, texts.enterPassword).max(1000),
  otp: optional(40),
});

const ending = {
  method: "PATCH",
  for: "account",
  startsNew: false,
  limit: 20,
  body: EndSessionsForm,
  inSteps: true,
  output: z.undefined(),
  status: 204,
} as const;

export const endSession = endpoint({
  ...ending,
  path: "/api/sessions/{id}/end",
  summary: "End one of my sessions, with my password.",
  params: z.object({ id: Id }),
});

export const endOtherSessions = endpoint({
  ...ending,
  path: "/api/sessions/others/end",
  summary: "End all my sessions but this one, with my password.",
});

export const endAllSessions = endpoint({
  ...ending,
  path: "/api/sessions/end",
  summary:
    "Sign out everywhere, with my password: all my sessions end, this one too, and every browser that was known is forgotten.",
});
