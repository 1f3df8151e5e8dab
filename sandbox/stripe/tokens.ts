import type Stripe from "stripe";
import { type Call, fromPath } from "./call.ts";
import { makeCard, readCard } from "./cards.ts";
import { newId } from "./ids.ts";
import { group } from "./params.ts";
import { missing } from "./problems.ts";

/** POST /v1/tokens: the card's details stay in the sandbox, the caller gets a name for them that works once. */
export function createToken(call: Call): Stripe.Token {
  const given = group(call.params, "card");
  if (!given) throw missing("card");
  const { desk } = call;
  const details = readCard(desk, given);
  const token: Stripe.Token = {
    id: newId("tok"),
    object: "token",
    card: makeCard(desk, details, null),
    client_ip: "127.0.0.1",
    created: desk.clock.now(),
    livemode: false,
    type: "card",
    used: false,
  };
  desk.shelf.put(token);
  desk.store.setNote(`token:${token.id}`, details);
  return token;
}

export function retrieveToken(call: Call): Stripe.Token {
  return fromPath(call, "token");
}
