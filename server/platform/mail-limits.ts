import type { House } from "../house.ts";
import type { Limit } from "./limits.ts";

/**
 * Mails that anybody can have us send, by typing an address: one gate for all of them, so that nobody's mailbox is
 * flooded through us. Per address the mail is left out and the answer stays what it is; per source the call is refused.
 */
const toAddress: Limit = { name: "mail to address", most: 5, seconds: 3600 };

/** For each call that declares `mails`, all of them together. */
export const mailsFromSource: Limit = { name: "mails from source", most: 60, seconds: 3600 };

/** Counts a mail that is about to be sent to `address` at a stranger's wish; false when it must not be. */
export async function mayMail(house: Pick<House, "limits">, address: string): Promise<boolean> {
  return (await house.limits.take(toAddress, address.toLowerCase())).allowed;
}
