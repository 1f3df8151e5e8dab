/** What nodemailer throws, as far as it is read here. */
type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

export type MailFailure = {
  /** Refused for good; otherwise it is worth trying again. */
  permanent: boolean;
  /** Permanent, and because the address takes no mail. */
  noSuchAddress: boolean;
  /** It concerns every e-mail and not this one: the server was not reached, or would not talk to us. */
  serverTrouble: boolean;
  /** It did not come to the e-mail itself: whether the server can be used at all has to be found out. */
  unreached: boolean;
  /** The user name or the password is wrong: asking often would have us locked out. */
  unauthorised: boolean;
  /** The server's words, for people: without addresses, links and anything that could be a token. */
  reason: string;
  /** The reply's number, for logs. */
  status: number | null;
};

/** The commands that are about one e-mail; a refusal of any other is a refusal of us. */
const aboutTheMail = new Set(["MAIL FROM", "RCPT TO", "DATA"]);
/** "Sign in first": said to MAIL FROM, and about us all the same (RFC 4954). */
const signInFirst = new Set([530, 534, 535, 538]);

/**
 * Reads what a failed attempt means (RFC 5321 4.2.1, RFC 3463): 5xx to an e-mail's own commands is for good, all else
 * passes. An address takes no mail when its refusal has no further code or one of 5.1.x (bad address), 5.2.0 and 5.2.1
 * (mailbox disabled): 5.2.2 is a full mailbox, 5.7.x a policy.
 */
export function readFailure(error: unknown): MailFailure {
  const { code, command = "", response, responseCode, message } = error as SmtpError;
  const status = responseCode || null;
  const invalid = code === "EENVELOPE" && command === "API";
  const concernsMail = aboutTheMail.has(command) && !signInFirst.has(status ?? 0);
  const permanent = invalid || (concernsMail && status !== null && status >= 500);
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
  const deadAddress = /^5\.(1\.\d+|2\.[01])$/.test(detail ?? "");
  return {
    permanent,
    noSuchAddress: invalid || (permanent && (deadAddress || (command === "RCPT TO" && !detail))),
    serverTrouble: !invalid && (!concernsMail || (command === "MAIL FROM" && !permanent)),
    unreached: !invalid && !concernsMail,
    unauthorised: code === "EAUTH" || signInFirst.has(status ?? 0),
    reason: invalid ? "the address is not one that mail can be sent to" : wordsOf(response ?? message),
    status,
  };
}

/** A server may quote the e-mail it refuses: its link signs somebody in, its address is a person's. */
function wordsOf(said: string): string {
  return said
    .replace(/\s+/g, " ")
    .replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, "(link)")
    .replace(/[^\s<>"'(),;:]*@[^\s<>"'(),;:]+/g, "(address)")
    .replace(/[\w+/=~-]{20,}/g, "(…)")
    .trim()
    .slice(0, 300);
}
