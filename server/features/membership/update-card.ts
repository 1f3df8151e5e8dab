import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { updateCard } from "@plumbline/contract/membership/contract.ts";
import type { House } from "../../house.ts";
import { isRefusal, keyOf } from "../../platform/cards.ts";
import type { Member } from "../../platform/members.ts";
import { invalid } from "../../platform/problems.ts";
import { providerCustomerOf, putCard } from "./card.ts";
import { challenge, refusalText, success } from "./outcome.ts";
import { refreshMembership } from "./refresh.ts";

/**
 * Replaces the card. The bank may want to see the holder now, so that later renewals need not ask: the answer then says
 * requires_action. Throws invalid with the provider's reason when the card is refused; the old one stays.
 */
export async function updateCardOf(house: House, member: Member, token: string): Promise<Answer<typeof updateCard>> {
  const customerId = await providerCustomerOf(house, member);
  try {
    const card = await putCard(house, customerId, token);
    const secret = await askHolder(house, customerId, card.id);
    await refreshMembership(house, member.id);
    return { ...card, body: secret ? challenge(secret) : success(`Your card ending in ${card.last4} is saved.`) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw invalid({ base: [refusalText(error)] });
  }
}

/** The secret of a challenge, when the bank wants one for charging this card in its holder's absence. */
async function askHolder(house: House, customerId: string, cardId: string): Promise<string | null> {
  try {
    const setup = await house.cards.stripe.setupIntents.create(
      {
        customer: customerId,
        payment_method: cardId,
        usage: "off_session",
        confirm: true,
        // Cards only: nothing that would leave the page.
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      },
      { idempotencyKey: keyOf(house, "set-up", cardId) },
    );
    return setup.status === "requires_action" ? setup.client_secret : null;
  } catch (error) {
    // The card is saved; whether it can be charged shows when it is.
    house.log.warn({ err: error }, "a saved card could not be set up for later");
    return null;
  }
}
