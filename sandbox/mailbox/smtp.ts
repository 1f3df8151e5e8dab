import type { Socket } from "node:net";
import PostalMime, { type Address, type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { linksIn } from "./links.ts";
import type { NewMail } from "./store.ts";

const LARGEST = 30 * 1024 * 1024;

/** What goes wrong from now on. Recipients are named by their addresses in lower case. */
export type MailFaults = {
  /** No user name and no password is right, and without them nobody may send. */
  refuseSignIn?: boolean;
  /** Every sender is answered 451: try later. */
  refuse?: boolean;
  /** Waits so many milliseconds before it acknowledges a mail. */
  slow?: number;
  /** Answers these recipients with a code and words of its own, such as 550 or 452. */
  recipients?: Record<string, { code: number; words: string }>;
  /** Refuses the next mails after their text, quoting them as some servers do. */
  refuseText?: number;
  /** Keeps the next mails and hangs up instead of acknowledging them. */
  hangUp?: number;
};

type Sink = { keep(mail: NewMail): void; faults: MailFaults };

const answerOf = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });
const tryLater = (sentence: string) => answerOf(451, sentence);

const written = (addresses: Address[] | undefined) =>
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
    from: written(email.from && [email.from]) || (mailFrom ? mailFrom.address : ""),
    // A plain address where there is one recipient: that is what readers of the JSON compare with.
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
    reply_to: written(email.replyTo),
    auto_submitted: email.headers.find(({ key }) => key === "auto-submitted")?.value ?? "",
    headers: Object.fromEntries(
      email.headers.filter(({ key }) => key.startsWith("list-")).map(({ key, value }) => [key, value]),
    ),
    recipients,
  };
}

async function wholeOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size <= LARGEST) parts.push(part);
  }
  if (size > LARGEST) throw Object.assign(new Error("Message is too large"), { responseCode: 552 });
  return Buffer.concat(parts);
}

/**
 * An SMTP server that takes every mail and delivers none.
 * It answers 250 only after `sink.keep` returned, and goes wrong as `sink.faults` say at that moment.
 * Any user name and password are accepted, and no TLS is offered: it listens for the process beside it.
 */
export function createSink(sink: Sink): SMTPServer {
  const lines = new Map<string, Socket>();
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 200,
    size: LARGEST,
    banner: "sandbox mailbox",
    onAuth: ({ password }, _session, answer) =>
      sink.faults.refuseSignIn
        ? answer(answerOf(535, `5.7.8 Authentication failed for ${password}`))
        : answer(null, { user: "anybody" }),
    onMailFrom: (_address, _session, answer) =>
      sink.faults.refuse ? answer(tryLater("The mailbox is closed for a while")) : answer(),
    onRcptTo: ({ address }, _session, answer) => {
      const fault = sink.faults.recipients?.[address.toLowerCase()];
      return fault ? answer(answerOf(fault.code, fault.words)) : answer();
    },
    onData: (stream, session, answer) => {
      wholeOf(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((email) => take(toMail(email, session), session))
        .then(
          () => answer(null),
          (problem: Error) => answer("responseCode" in problem ? problem : tryLater("The mail could not be kept")),
        );
    },
  });

  async function take(mail: NewMail, session: SMTPServerSession): Promise<void> {
    const { faults } = sink;
    if (faults.slow) await new Promise((later) => setTimeout(later, faults.slow));
    if (faults.refuse) throw tryLater("The mailbox is closed for a while");
    if (faults.refuseText && faults.refuseText-- > 0)
      throw answerOf(554, `5.7.1 Refused: to ${mail.recipients} with ${mail.links.join(" ")}`);
    sink.keep(mail);
    if (faults.hangUp && faults.hangUp-- > 0) lines.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy();
  }

  server.server.on("connection", (line) => {
    const name = `${line.remoteAddress}:${line.remotePort}`;
    lines.set(name, line);
    line.once("close", () => lines.delete(name));
  });
  return server;
}
