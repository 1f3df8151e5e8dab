import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { updateCard } from "@plumbline/contract/membership/contract.ts";
import type { Member } from "../../auth/members.ts";
import { idempotencyKeyFor, isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import { invalid } from "../../http/problems.ts";
import { refreshAfterChange } from "./billing.ts";
import { saveCard } from "./card.ts";
import { challenge, refusalText, success } from "./outcome.ts";
import { endIfOver } from "./overdue.ts";

/**
 * Replaces the card. The bank may require authentication now, so that later renewals need none: the response is then
 * requires_action. Throws invalid with the provider's reason when the card is declined; the old card is kept.
 */
export async function updateCardOf(
  context: AppContext,
  member: Member,
  token: string,
): Promise<Answer<typeof updateCard>> {
  try {
    // The provider charges a failed renewal to a new card at once.
    await endIfOver(context, member.id);
    const { customerId, card } = await saveCard(context, member, token);
    const secret = await askHolder(context, customerId, card.id);
    await refreshAfterChange(context, member.id);
    return { ...card, body: secret ? challenge(secret) : success(`Your card ending in ${card.last4} is saved.`) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw invalid({ base: [refusalText(error)] });
  }
}

/** The client secret, if the bank requires authentication before this card can be charged without its holder. */
async function askHolder(context: AppContext, customerId: string, cardId: string): Promise<string | null> {
  try {
    const setup = await context.cards.stripe.setupIntents.create(
      {
        customer: customerId,
        payment_method: cardId,
        usage: "off_session",
        confirm: true,
        // Cards only: no payment method that redirects to another page.
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      },
      { idempotencyKey: idempotencyKeyFor(context, "set-up", cardId) },
    );
    return setup.status === "requires_action" ? setup.client_secret : null;
  } catch (error) {
    // The card is saved all the same; a later charge shows whether it works.
    context.log.warn({ err: error }, "a saved card could not be set up for later");
    return null;
  }
}
