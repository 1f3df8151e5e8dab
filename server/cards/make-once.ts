import type Stripe from "stripe";
import { isReplayedServerError, outcomeUnknown } from "./cards.ts";

/**
 * Makes something at the card provider once, and returns it. What an earlier try has made is found first, because the provider
 * forgets an idempotency key after a day and would make it again. `create` is called with the key; when it fails, `find` looks
 * once more, and without result a repeated error of the provider's own is tried again without the key. Throws the error of
 * `create`; when `find` fails, an error that is no refusal, because it does not say what became of the thing.
 */
export async function makeOnce<T>(
  idempotencyKey: string,
  create: (options: Stripe.RequestOptions) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const look = () => find().catch(outcomeUnknown);
  const earlier = await look();
  if (earlier) return earlier;
  try {
    return await create({ idempotencyKey });
  } catch (error) {
    const made = await look();
    if (made) return made;
    if (isReplayedServerError(error)) return create({});
    throw error;
  }
}
