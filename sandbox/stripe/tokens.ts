import type Stripe from "stripe";
import { type Call, fromPath } from "./call.ts";
import { makeCard, readCard } from "./cards.ts";
import { newId } from "./ids.ts";
import { group } from "./params.ts";
import { missing } from "./problems.ts";

/** POST /v1/tokens: stores the card's details under a token that can be used once. */
export function createToken(call: Call): Stripe.Token {
  const given = group(call.params, "card");
  if (!given) throw missing("card");
  const { context } = call;
  const details = readCard(context, given);
  const token: Stripe.Token = {
    id: newId("tok"),
    object: "token",
    card: makeCard(context, details, null),
    client_ip: "127.0.0.1",
    created: context.clock.now(),
    livemode: false,
    type: "card",
    used: false,
  };
  context.objects.put(token);
  context.store.setNote(`token:${token.id}`, details);
  return token;
}

/** GET /v1/tokens/:id. Throws 404 for an unknown id. */
export function retrieveToken(call: Call): Stripe.Token {
  return fromPath(call, "token");
}
