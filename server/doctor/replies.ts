import { resolveMx } from "node:dns/promises";
import { type Check, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("replies");

/** Reports where answers to our correspondence go, and looks up the mail servers of that address's domain. */
export const replies: Check = {
  name: "replies",
  run: async ({ replies: set, publicUrl, teamEmail }) => {
    if (!set)
      return [
        ok(
          `answers to correspondence go to ${teamEmail}; REPLY_ADDRESS and INBOUND_MAIL_SECRET bring them into the back office`,
        ),
      ];
    const host = set.address.replace(/^.*@/, "");
    const hosts = await resolveMx(host).catch(() => []);
    if (hosts.length === 0)
      return [
        warning(
          `nobody receives mail for ${host}: it has no MX record`,
          `Point it to your mail provider, and have that post each e-mail to ${publicUrl}/webhooks/mail.`,
        ),
      ];
    return [ok(`${host} receives mail; its provider has to post each e-mail to ${publicUrl}/webhooks/mail`)];
  },
};
