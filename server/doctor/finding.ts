import { factsOf } from "../error-facts.ts";
import { passwordsIn } from "../settings/passwords.ts";
import type { Settings } from "../settings.ts";

/** The result of one check. `todo` is the advice for the operator; there is none when the state is ok. */
export type Finding = { check: string; state: "ok" | "warning" | "failed"; says: string; todo?: string };

/** Checks one service without changing it. An exception becomes a failed finding. */
export type Check = { name: string; run(settings: Settings): Promise<Finding[]> };

/** Functions that create the findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (says: string): Finding => ({ check, state: "ok", says }),
  warning: (says: string, todo: string): Finding => ({ check, state: "warning", says, todo }),
  failed: (says: string, todo: string): Finding => ({ check, state: "failed", says, todo }),
});

/** The timeout of a check, in milliseconds. */
export const checkTimeout = 15_000;

/**
 * Runs the checks concurrently and independently, each for at most `limit` milliseconds. Secrets of the settings are
 * removed from the findings, because errors of services may quote them.
 */
export async function examine(
  settings: Settings,
  checks: readonly Check[],
  { limit = checkTimeout } = {},
): Promise<Finding[]> {
  const redact = createRedactor(settings);
  const found = await Promise.all(
    checks.map(async ({ name, run }) => {
      const { failed } = findingsOf(name);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<Finding[]>((done) => {
        const finding = failed(`no answer within ${limit / 1000} seconds`, "See whether it is up and can be reached.");
        timer = setTimeout(() => done([finding]), limit);
      });
      const findings = run(settings).catch((error: unknown) => [
        failed(`the check itself failed: ${reasonOf(error)}`, "Mend what it says and run it again."),
      ]);
      return Promise.race([findings, timeout]).finally(() => clearTimeout(timer));
    }),
  );
  return found.flat().map((finding) => ({
    ...finding,
    says: redact(finding.says),
    ...(finding.todo ? { todo: redact(finding.todo) } : {}),
  }));
}

function createRedactor({
  stripe,
  s3,
  anycable,
  databaseUrl,
  databaseDirectUrl,
  databaseReplicaUrls,
  bus,
  smtpUrl,
}: Settings): (text: string) => string {
  const secrets = [databaseUrl, databaseDirectUrl, ...databaseReplicaUrls, smtpUrl].flatMap((address) =>
    address ? passwordsIn(address) : [],
  );
  if (bus) secrets.push(...bus.secrets);
  if (anycable) secrets.push(anycable.secret);
  if (s3?.keys) secrets.push(s3.keys.secret);
  if (stripe) secrets.push(stripe.secretKey, stripe.webhookSecret, stripe.connectWebhookSecret);
  const redacted = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString("base64")]);
  return (text) => redacted.reduce((left, secret) => left.replaceAll(secret, "…"), text);
}

/**
 * An error's message on one line, without its stack; of an AggregateError the first one, and of a fetch that failed its
 * cause. OpenSSL's messages have the fault between the number of a thread and a place in its source.
 */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = factsOf(error);
  if (message === "fetch failed" && cause) return reasonOf(cause);
  const first = error instanceof AggregateError ? factsOf(error.errors[0]).message : undefined;
  const [said = ""] = (message || first || code || "no reason given").trim().split("\n");
  return /^[0-9A-F]+:error:[^:]*:[^:]*:[^:]*:([^:]+):/.exec(said)?.[1] ?? said;
}
