// npm run stripe-setup: creates what is missing in the Stripe account (products, prices, coupons, webhook endpoints)
// and prints what it did. Needs STRIPE_SECRET_KEY and PUBLIC_URL; safe to run again at any time.
import Stripe from "stripe";
import { webhooks } from "./app.ts";
import { readArguments } from "./arguments.ts";
import { openStripe } from "./cards/cards.ts";
import { webhookTypes } from "./cards/webhooks.ts";
import { type SetupStep, setUpProvider } from "./features/membership/provider-setup.ts";
import { BadSettings, readSetupSettings } from "./settings.ts";

readArguments("STRIPE_SECRET_KEY=… PUBLIC_URL=… npm run stripe-setup");
// Whoever no longer reads would not see the secrets, so nothing more is made.
process.stdout.on("error", () => process.exit(1));
const steps: SetupStep[] = [];
const show = (step: SetupStep) => {
  const { what, done, secret } = step;
  steps.push(step);
  console.log(`  ${done.padEnd(14)} ${what}`);
  if (secret) console.log(`  ${"".padEnd(14)} ${secret.setting}=${secret.value}`);
};
const explainSecrets = () => {
  if (steps.some(({ secret }) => secret))
    console.log("\nPut the secrets above into the settings; the provider shows them only now.");
};
try {
  const { secretKey, publicUrl, apiBase } = readSetupSettings(process.env);
  const endpoints = { url: `${publicUrl}/webhooks/stripe`, ...webhookTypes(webhooks) };
  await setUpProvider(openStripe(secretKey, apiBase), endpoints, show);
  explainSecrets();
} catch (error) {
  explainSecrets();
  if (steps.length > 0) console.error("\nWhat stands above is done. Run this again for the rest.");
  if (error instanceof Stripe.errors.StripeConnectionError)
    console.error("The card provider cannot be reached: look at the network of this machine, and run this again.");
  else if (error instanceof BadSettings || error instanceof Stripe.errors.StripeError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
