import type { Socket } from "node:net";
import PostalMime, { type Address, type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { linksIn } from "./links.ts";
import type { NewMail } from "./store.ts";

const largest = 30 * 1024 * 1024;

/** Faults to inject. Recipients are addresses in lower case. */
export type MailFaults = {
  /** Refuses every user name and password, and requires them. */
  refuseSignIn?: boolean;
  /** Answers every sender 451 (try later). */
  refuse?: boolean;
  /** Delays the acknowledgement of a mail, in milliseconds. */
  slow?: number;
  /** Answers these recipients with the given code and text, such as 550 or 452. */
  recipients?: Record<string, { code: number; words: string }>;
  /** Refuses the next mails after DATA, quoting their text in the answer as some servers do. */
  refuseText?: number;
  /** Stores the next mails and closes the connection instead of acknowledging them. */
  hangUp?: number;
};

type MailHandler = { keep(mail: NewMail): void; faults: MailFaults };

const answerOf = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });
const tryLater = (sentence: string) => answerOf(451, sentence);

const addressList = (addresses: Address[] | undefined) =>
  (addresses ?? [])
    .flatMap((entry) => entry.group ?? [entry])
    .map((entry) => (entry.name ? `${entry.name} <${entry.address}>` : entry.address))
    .join(", ");

function toMail(email: Email, session: SMTPServerSession): NewMail {
  const { mailFrom, rcptTo } = session.envelope;
  const recipients = rcptTo.map((recipient) => recipient.address);
  const html = email.html ?? "";
  const text = email.text ?? "";
  return {
    from: addressList(email.from && [email.from]) || (mailFrom ? mailFrom.address : ""),
    // A plain address for a single recipient, which readers of the JSON compare with.
    to: (email.to ?? []).map((entry) => entry.address).join(", ") || recipients.join(", "),
    subject: email.subject ?? "",
    text,
    html,
    links: linksIn(text, html),
    attachments: email.attachments.map((file) => ({
      file_name: file.filename ?? "unnamed",
      content_type: file.mimeType,
      file_size: typeof file.content === "string" ? Buffer.byteLength(file.content) : file.content.byteLength,
    })),
    message_id: email.messageId ?? "",
    reply_to: addressList(email.replyTo),
    auto_submitted: email.headers.find(({ key }) => key === "auto-submitted")?.value ?? "",
    headers: Object.fromEntries(
      email.headers.filter(({ key }) => key.startsWith("list-")).map(({ key, value }) => [key, value]),
    ),
    recipients,
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size <= largest) parts.push(part);
  }
  if (size > largest) throw Object.assign(new Error("Message is too large"), { responseCode: 552 });
  return Buffer.concat(parts);
}

/**
 * An SMTP server that accepts every mail and delivers none. It answers 250 only after `handler.keep` has returned, and applies `handler.faults` at that moment.
 * It accepts any user name and password and offers no TLS, because it serves local processes only.
 */
export function createSmtpServer(handler: MailHandler): SMTPServer {
  const connections = new Map<string, Socket>();
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 200,
    size: largest,
    banner: "sandbox mailbox",
    onAuth: ({ password }, _session, answer) =>
      handler.faults.refuseSignIn
        ? answer(answerOf(535, `5.7.8 Authentication failed for ${password}`))
        : answer(null, { user: "anybody" }),
    onMailFrom: (_address, _session, answer) =>
      handler.faults.refuse ? answer(tryLater("The mailbox is closed for a while")) : answer(),
    onRcptTo: ({ address }, _session, answer) => {
      const fault = handler.faults.recipients?.[address.toLowerCase()];
      return fault ? answer(answerOf(fault.code, fault.words)) : answer();
    },
    onData: (stream, session, answer) => {
      readAll(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((email) => receive(toMail(email, session), session))
        .then(
          () => answer(null),
          (problem: Error) => answer("responseCode" in problem ? problem : tryLater("The mail could not be kept")),
        );
    },
  });

  async function receive(mail: NewMail, session: SMTPServerSession): Promise<void> {
    const { faults } = handler;
    if (faults.slow) await new Promise((later) => setTimeout(later, faults.slow));
    if (faults.refuse) throw tryLater("The mailbox is closed for a while");
    if (faults.refuseText && faults.refuseText-- > 0)
      throw answerOf(554, `5.7.1 Refused: to ${mail.recipients} with ${mail.links.join(" ")}`);
    handler.keep(mail);
    if (faults.hangUp && faults.hangUp-- > 0)
      connections.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy();
  }

  server.server.on("connection", (line) => {
    const name = `${line.remoteAddress}:${line.remotePort}`;
    connections.set(name, line);
    line.once("close", () => connections.delete(name));
  });
  return server;
}
