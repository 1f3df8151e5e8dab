// npm run stripe-setup: creates what is missing in the Stripe account (products, prices, coupons, webhook endpoints)
// and prints what it did. Needs STRIPE_SECRET_KEY and PUBLIC_URL; safe to run again at any time.
import Stripe from "stripe";
import { webhooks } from "./app.ts";
import { readArguments } from "./arguments.ts";
import { openStripe } from "./cards/cards.ts";
import { webhookTypes } from "./cards/webhooks.ts";
import { setUpProvider } from "./features/membership/provider-setup.ts";
import { BadSettings, readSetupSettings } from "./settings.ts";

readArguments("STRIPE_SECRET_KEY=… PUBLIC_URL=… npm run stripe-setup");
try {
  const { secretKey, publicUrl, apiBase } = readSetupSettings(process.env);
  const steps = await setUpProvider(openStripe(secretKey, apiBase), {
    url: `${publicUrl}/webhooks/stripe`,
    ...webhookTypes(webhooks),
  });
  for (const { what, done } of steps) console.log(`  ${done.padEnd(14)} ${what}`);
  const secrets = steps.flatMap(({ secret }) => (secret ? [secret] : []));
  if (secrets.length > 0)
    console.log(
      `\nPut these into the settings; the provider shows them only now:\n${secrets
        .map(({ setting, value }) => `  ${setting}=${value}`)
        .join("\n")}`,
    );
} catch (error) {
  const known = error instanceof BadSettings || error instanceof Stripe.errors.StripeError;
  console.error(known ? error.message : error);
  process.exit(1);
}
