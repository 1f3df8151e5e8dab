import { factsOf } from "../error-facts.ts";

export type MailFailure = {
  /** Whether the refusal is permanent; otherwise the e-mail is retried. */
  permanent: boolean;
  /** Permanent because the address accepts no mail. */
  noSuchAddress: boolean;
  /** The failure concerns all e-mails: the server is unreachable or refuses this sender. */
  serverTrouble: boolean;
  /** The attempt failed before the message's own commands, so the server itself has to be checked. */
  unreachable: boolean;
  /** The user name or password is wrong; frequent retries could lock the account. */
  unauthorised: boolean;
  /** The server's message for staff, without addresses, links and possible tokens. */
  reason: string;
  /** The SMTP reply code, for logs. */
  status: number | null;
};

/** The SMTP commands about one e-mail; a failure of any other command concerns the server or the account. */
const messageCommands = new Set(["MAIL FROM", "RCPT TO", "DATA"]);
/** Authentication errors, which servers may send in reply to MAIL FROM (RFC 4954). */
const authenticationCodes = new Set([530, 534, 535, 538]);

/**
 * Classifies an error of nodemailer (RFC 5321 4.2.1, RFC 3463): 5xx to a message's own commands is permanent,
 * everything else temporary. An address accepts no mail when RCPT TO is refused without an enhanced code, or with 5.1.x
 * (bad address), 5.2.0 or 5.2.1 (mailbox disabled); 5.2.2 is a full mailbox and 5.7.x a policy.
 */
export function readFailure(error: unknown): MailFailure {
  const { code, command = "", response, responseCode, message = "" } = factsOf(error);
  const status = responseCode || null;
  const invalid = code === "EENVELOPE" && command === "API";
  const concernsMail = messageCommands.has(command) && !authenticationCodes.has(status ?? 0);
  const permanent = invalid || (concernsMail && status !== null && status >= 500 && status < 600);
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
  const unauthorised = code === "EAUTH" || authenticationCodes.has(status ?? 0);
  const reasonOf = () => {
    if (invalid) return "the address is not one that mail can be sent to";
    // Servers have been seen to repeat the password that they refuse.
    if (unauthorised) return "the mail server refuses our user name or password";
    return redact(response ?? message);
  };
  const deadAddress = /^5\.(1\.\d+|2\.[01])$/.test(detail ?? "");
  return {
    permanent,
    noSuchAddress: invalid || (permanent && (deadAddress || (command === "RCPT TO" && !detail))),
    serverTrouble: !invalid && (!concernsMail || (command === "MAIL FROM" && !permanent)),
    unreachable: !invalid && !concernsMail,
    unauthorised,
    reason: reasonOf(),
    status,
  };
}

/**
 * Removes links, addresses and tokens, because a server may quote the e-mail that it refuses; at most 300 characters. Of a
 * long reply the beginning is looked at, because that takes the square of its length.
 */
function redact(text: string): string {
  return (
    text
      .slice(0, 5000)
      // The database takes no NUL in a text.
      .replace(/[\s\p{Cc}]+/gu, " ")
      .replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, "(link)")
      .replace(/[^\s<>"'(),;:]*@[^\s<>"'(),;:]+/g, "(address)")
      .replace(/[\w+/=~-]{20,}/g, "(…)")
      .trim()
      .slice(0, 300)
  );
}
