import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Email, Moment } from "../fields.ts";
import { texts } from "./rules.ts";

/** The payout account for the advisor's pages; null while none is connected. */
export const PayoutAccount = z.object({
  /** `stripe_setup` is true when the account is both connected and payable by the provider (decision 6). */
  connected: z.boolean(),
  payable: z.boolean(),
  /** The provider's open requirements, as texts. */
  requirements: z.array(z.string()),
  /** When the provider last reported this; null until it first has. */
  as_of: Moment.nullable(),
});
export type PayoutAccount = z.infer<typeof PayoutAccount>;

/** Row X-01. */
export const accountLink = endpoint({
  method: "POST",
  path: "/api/get_advisor_account_link",
  resumes: true,
  for: "advisor",
  startsNew: false,
  summary:
    "The address of the provider's payout authorisation, for the caller's own account; `error` says why there is none.",
  body: z.object({ email: Email }),
  output: z.object({ url: z.string().nullable(), error: z.string().nullable() }),
  limit: 30,
});

export const authorizePayout = endpoint({
  method: "POST",
  path: "/api/payment/transfers/authorize",
  resumes: true,
  for: "advisor",
  startsNew: false,
  summary:
    "Connect the payout account with the code that the provider sent back, and the state that came with it: it must be the caller's own.",
  body: z.object({
    code: z.string(texts.noCode).trim().min(1, texts.noCode).max(300),
    user: z.unknown().optional(),
    user_type: z.unknown().optional(),
    state: z.string(texts.wrongState).min(1, texts.wrongState).max(400, texts.wrongState),
  }),
  output: z.object({ stripe_setup: z.boolean(), account: PayoutAccount }),
  limit: 30,
});

export const readPayoutAccount = endpoint({
  method: "GET",
  path: "/api/payment/payout_account",
  for: "advisor",
  summary: "My payout account and what the provider still needs, as it last told; null while nothing is connected.",
  output: PayoutAccount.nullable(),
});
