import { paymentConfig } from "@plumbline/contract/membership/contract.ts";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { call } from "../../call.ts";
import { Failure } from "../../failure.ts";

const unreachable = "We could not reach the card service. Check your connection and try again.";

let loading: Promise<Stripe> | null = null;

/**
 * Loads the card provider's script, once per page, from the address that the server names: the provider's own or the
 * sandbox's. After a failure the next call tries again. Throws a Failure.
 */
export function loadCards(): Promise<Stripe> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const config = await call(paymentConfig, {});
  await addScript(config.stripe_js_url);
  // Finds the script that is already there, and adds none of its own.
  const stripe = await loadStripe(config.publishable_key);
  if (!stripe) throw new Failure(0, "", unreachable);
  return stripe;
}

function addScript(url: string): Promise<void> {
  if ("Stripe" in window && window.Stripe) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Failure(0, "", unreachable));
    };
    document.head.append(script);
  });
}
