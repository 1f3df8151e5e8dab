import { parseArgs } from "node:util";
import { startStripeSandbox } from "./start.ts";

// Starts the sandbox by itself: `npm start --workspace @plumbline/stripe-sandbox -- --help`.

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "12111" },
    host: { type: "string", default: "127.0.0.1" },
    file: { type: "string", default: ":memory:" },
    webhook: { type: "string", default: "http://127.0.0.1:3000/webhooks/stripe" },
    "secret-key": { type: "string", default: "sk_test_sandbox" },
    "publishable-key": { type: "string", default: "pk_test_sandbox" },
    "client-id": { type: "string", default: "ca_sandbox" },
    "webhook-secret": { type: "string", default: "whsec_sandbox" },
    "connect-webhook-secret": { type: "string", default: "whsec_sandbox_connect" },
    empty: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(`A stand-in for Stripe. Options, with their defaults:
  --port 12111             0 picks a free one
  --host 127.0.0.1
  --file :memory:          a SQLite file keeps everything across restarts
  --webhook http://127.0.0.1:3000/webhooks/stripe
  --secret-key sk_test_sandbox  --publishable-key pk_test_sandbox  --client-id ca_sandbox
  --webhook-secret whsec_sandbox  --connect-webhook-secret whsec_sandbox_connect
  --empty                  without the product's plans and coupons`);
} else {
  const sandbox = await startStripeSandbox({
    port: Number(values.port),
    host: values.host,
    file: values.file,
    publishableKey: values["publishable-key"],
    secretKey: values["secret-key"],
    clientId: values["client-id"],
    webhook: {
      url: values.webhook,
      secret: values["webhook-secret"],
      connectSecret: values["connect-webhook-secret"],
    },
    seeded: !values.empty,
    log: console.error,
  });
  console.log(`Stripe sandbox at ${sandbox.url}; webhooks go to ${values.webhook}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
}
