import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, required, Whole } from "../fields.ts";
import { memberSessionTexts } from "./member-session-rules.ts";

// Signing a member out, and turning off their second step, for members who have lost a phone or whose password somebody
// else knows.

const desk = { for: "staff", area: "members" } as const;
const params = z.object({ id: Id });
const body = z.strictObject({ reason: required(memberSessionTexts.reason, 2000) });
/** How many sessions have ended. */
const output = z.object({ ended: Whole });

export const endMemberSessions = endpoint({
  method: "PATCH",
  path: "/api/back-office/members/{id}/sessions/end",
  ...desk,
  summary:
    "Sign a member out everywhere, with the reason that the member reads: every session ends within a second, its sockets too.",
  params,
  body,
  output,
});

export const endMemberSession = endpoint({
  method: "PATCH",
  path: "/api/back-office/members/sessions/{id}/end",
  ...desk,
  summary: "End one session of a member, by the session's id, with the reason that the member reads.",
  params,
  body,
  output,
});

export const resetMemberTwoStep = endpoint({
  method: "PATCH",
  path: "/api/back-office/members/{id}/two_step/reset",
  ...desk,
  summary:
    "Turn off the second step of a member who has lost phone and recovery codes, with the reason that the member reads: all their sessions end.",
  params,
  body,
  output,
});
