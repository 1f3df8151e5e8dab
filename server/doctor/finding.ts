import type { Settings } from "../platform/settings.ts";

/** What one question found. `todo` says what a person does about it; there is none when all is well. */
export type Finding = { check: string; state: "ok" | "warning" | "failed"; says: string; todo?: string };

/** Looks at one neighbour and changes nothing there. What it throws becomes a failed finding. */
export type Check = { name: string; run(settings: Settings): Promise<Finding[]> };

/** The three kinds of finding of one check. */
export const findingsOf = (check: string) => ({
  ok: (says: string): Finding => ({ check, state: "ok", says }),
  warning: (says: string, todo: string): Finding => ({ check, state: "warning", says, todo }),
  failed: (says: string, todo: string): Finding => ({ check, state: "failed", says, todo }),
});

/** A neighbour that has not answered by then counts as not answering, in milliseconds. */
export const patience = 15_000;

/**
 * Runs the checks beside each other. None can stop another, and none takes longer than `limit`; every secret among the
 * settings is blacked out of what they found, whatever a neighbour's error quoted.
 */
export async function examine(
  settings: Settings,
  checks: readonly Check[],
  { limit = patience } = {},
): Promise<Finding[]> {
  const hide = hiderOf(settings);
  const found = await Promise.all(
    checks.map(async ({ name, run }) => {
      const { failed } = findingsOf(name);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<Finding[]>((done) => {
        const finding = failed(`no answer within ${limit / 1000} seconds`, "See whether it is up and can be reached.");
        timer = setTimeout(() => done([finding]), limit);
      });
      const findings = run(settings).catch((error: Error) => [
        failed(`the check itself failed: ${error.message || error.name}`, "Mend what it says and run it again."),
      ]);
      return Promise.race([findings, late]).finally(() => clearTimeout(timer));
    }),
  );
  return found.flat().map((finding) => ({
    ...finding,
    says: hide(finding.says),
    ...(finding.todo ? { todo: hide(finding.todo) } : {}),
  }));
}

function hiderOf({ stripe, databaseUrl, redisUrl, smtpUrl }: Settings): (text: string) => string {
  const secrets = [databaseUrl, redisUrl, smtpUrl].flatMap((address) => {
    if (!address) return [];
    const { password } = new URL(address);
    return password ? [address, password, decodeURIComponent(password)] : [];
  });
  if (stripe) secrets.push(stripe.secretKey, stripe.webhookSecret, stripe.connectWebhookSecret);
  const hidden = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString("base64")]);
  return (text) => hidden.reduce((left, secret) => left.replaceAll(secret, "…"), text);
}

/** An error's words for a person: without a stack, and of several only the first. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.[0]?.message || code || "no reason given";
}
