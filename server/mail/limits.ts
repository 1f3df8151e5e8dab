import type { AppContext } from "../context.ts";
import type { Limit } from "../http/limits.ts";

/**
 * Limits for e-mails that anyone can trigger by entering an address, shared by all such calls so that no mailbox can be
 * flooded. Beyond the limit per address the e-mail is skipped and the response unchanged; per source the call gets 429.
 */
const mailsPerAddress: Limit = { name: "mail to address", max: 5, seconds: 3600 };

/** Shared by all calls that declare `sendsMail`. */
export const mailsPerSource: Limit = { name: "mails from source", max: 60, seconds: 3600 };

/** Counts an e-mail to `address` that a visitor has triggered; returns false when it must not be sent. */
export async function mayMail(context: Pick<AppContext, "limits">, address: string): Promise<boolean> {
  return (await context.limits.take(mailsPerAddress, address.toLowerCase())).allowed;
}
