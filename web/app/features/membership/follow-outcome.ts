import { type Membership, type Outcome, refreshMembership } from "@plumbline/contract/membership/contract.ts";
import { call } from "../../call.ts";
import { asFailure, Failure } from "../../failure.ts";
import { updateSession } from "../../session.ts";

const pollDelays = [0, 600, 1200, 2400];

/**
 * Follows a payment call to its outcome: a refusal is thrown with the server's own sentence, a challenge is shown and
 * awaited. `done` tells by the membership itself whether it has worked, which counts whatever the challenge returned.
 * Returns the sentence to show, `thanks` after a challenge.
 */
export async function followOutcome(
  { body }: Pick<Outcome, "body">,
  confirm: (clientSecret: string) => Promise<void>,
  done: (membership: Membership) => boolean,
  thanks: string,
): Promise<string> {
  if (body.status === "error") throw new Failure(0, "", body.message);
  if (body.status === "success" || !body.client_secret) return body.message;
  const refused = await confirm(body.client_secret).then(
    () => null,
    (error) => asFailure(error),
  );
  for (const wait of refused ? [0] : pollDelays) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const membership = await call(refreshMembership, {});
    updateSession({ stripeSetup: membership.stripe_setup });
    if (done(membership))
      return refused ? `${thanks} But your bank has not confirmed the card for later: ${refused.message}` : thanks;
  }
  throw (
    refused ??
    new Failure(0, "", "Your bank has confirmed, but the payment has not arrived yet. Please look again in a minute.")
  );
}
