import * as payouts from "@plumbline/contract/payouts/contract.ts";
import { texts } from "@plumbline/contract/payouts/rules.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { accountLinkFor, authorizePayout } from "./actions.ts";
import { findPayoutAccount } from "./store.ts";
import { notConnected, payoutView } from "./view.ts";

export const payoutsRoutes = (context: AppContext) => [
  handle(payouts.accountLink, async ({ body, member, request }) => {
    const url = await accountLinkFor(context, member, body.email, request);
    const connected = (await findPayoutAccount(context.db, member.id))?.payable;
    return connected ? { url: null, error: texts.alreadyConnected } : { url, error: null };
  }),
  handle(payouts.authorizePayout, async ({ body, member }) => {
    const row = await authorizePayout(context, member, { code: body.code, state: body.state });
    return { stripe_setup: row?.payable ?? false, account: row ? payoutView(row) : notConnected };
  }),
  handle(payouts.readPayoutAccount, async ({ member }) => {
    const row = await findPayoutAccount(context.db, member.id);
    return row && payoutView(row);
  }),
];
