import type Stripe from "stripe";
import { isReplayedServerError } from "./cards.ts";

/**
 * Makes something at the card provider once, and returns it. `create` is called with the idempotency key; when it fails, `find`
 * looks for what an earlier try has made, and without that a repeated error of the provider's own is tried again without the
 * key. Throws the error of `create`, or that of `find`.
 */
export async function makeOnce<T>(
  idempotencyKey: string,
  create: (options: Stripe.RequestOptions) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await create({ idempotencyKey });
  } catch (error) {
    const made = await find();
    if (made) return made;
    if (isReplayedServerError(error)) return create({});
    throw error;
  }
}
