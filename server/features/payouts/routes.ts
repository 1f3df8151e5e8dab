import * as payouts from "@plumbline/contract/payouts/contract.ts";
import { texts } from "@plumbline/contract/payouts/rules.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import { accountLinkFor, authorizePayout } from "./actions.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { findPayoutAccount } from "./store.ts";
import { notConnected, payoutView } from "./view.ts";

export const payoutsRoutes = (house: House) => [
  handle(payouts.accountLink, async ({ body, member, request }) => {
    const url = await accountLinkFor(house, member, body.email, request);
    const connected = (await findPayoutAccount(house.db, member.id))?.payable;
    return connected ? { url: null, error: texts.alreadyConnected } : { url, error: null };
  }),
  handle(payouts.authorizePayout, async ({ body, member }) => {
    const row = await authorizePayout(house, member, { code: body.code, state: body.state });
    return { stripe_setup: row?.payable ?? false, account: row ? payoutView(row) : notConnected };
  }),
  handle(payouts.readPayoutAccount, async ({ member }) => {
    const row = await refreshPayoutAccount(house, member.id).catch((error) => {
      house.log.warn({ err: error }, "the card provider did not say how a payout account stands");
      return findPayoutAccount(house.db, member.id);
    });
    return row && payoutView(row);
  }),
];
