import { z } from "zod";
import { SignedIn } from "../accounts/contract.ts";
import { endpoint } from "../endpoint.ts";
import { Id, required } from "../fields.ts";
import { viewAsTexts } from "./view-as-rules.ts";

export const lookAsMember = endpoint({
  method: "POST",
  path: "/api/back-office/members/{id}/look",
  for: "staff",
  area: "members",
  summary:
    "Look at an account as its member sees it, with the reason that the member reads: a session that can only GET, without the words of conversations. It ends after half an hour, and with the caller's own session.",
  params: z.object({ id: Id }),
  body: z.strictObject({ reason: required(viewAsTexts.reason, 2000) }),
  output: SignedIn.omit({ device_token: true }).extend({ name: z.string() }),
});
