import { factsOf } from "../error-facts.ts";
import { openTransport } from "../mail/delivery.ts";
import { readFailure } from "../mail/failure.ts";
import { type Check, findingsOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("mail");

/**
 * Checks that the mail server accepts a connection and our credentials, as mail delivery does, without sending
 * anything.
 */
export const mail: Check = {
  name: "mail",
  run: async ({ smtpUrl, mailFrom }) => {
    if (!smtpUrl) return [ok("not sent: the sandbox's mailbox keeps it")];
    const transport = openTransport(smtpUrl);
    try {
      await transport.verify();
    } catch (error) {
      return [failed(`cannot be used: ${readFailure(error).reason}`, adviceFor(error))];
    } finally {
      transport.close();
    }
    const { protocol, hostname, username } = new URL(smtpUrl);
    const from = mailFrom.address.replace(/^.*@/, "");
    const found = [
      ok(`${hostname} answers${username ? " and takes our user name and password" : ""}; nothing was sent`),
    ];
    if (protocol === "smtp:" && !/^(localhost|127\.|\[::1\])/.test(hostname) && !smtpUrl.includes("requireTLS=true"))
      found.push(
        warning(
          "the connection is encrypted only if the server offers it",
          "Write smtps://…:465, or smtp://…:587?requireTLS=true, so that passwords and links never travel in the clear.",
        ),
      );
    found.push(ok(`mail comes from ${from}: its SPF and DKIM records have to name this server`));
    return found;
  },
};

function adviceFor(error: unknown): string {
  const { code, message = "" } = factsOf(error);
  if (readFailure(error).unauthorised)
    return "Check the user name and the password in SMTP_URL; characters like @ and / in them are written %40 and %2F.";
  if (code === "ETLS" || /certificate|SSL|TLS|wrong version/i.test(message))
    return "Port 465 wants smtps://, port 587 smtp://; the server's certificate has to be for the name in SMTP_URL.";
  if (code === "EDNS" || /ENOTFOUND/.test(message)) return "There is no host of that name: check SMTP_URL.";
  return "Check host and port in SMTP_URL, and that outgoing connections to that port are allowed.";
}
