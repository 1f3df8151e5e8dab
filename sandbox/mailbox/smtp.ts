import PostalMime, { type Address, type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { linksIn } from "./links.ts";
import type { NewMail } from "./store.ts";

const LARGEST = 30 * 1024 * 1024;

type Sink = { keep(mail: NewMail): void; refusing(): boolean };

const tryLater = (sentence: string) => Object.assign(new Error(sentence), { responseCode: 451 });

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
 * It answers 250 only after `sink.keep` returned; while `sink.refusing()` it answers 451, and the sender may try later.
 * Any user name and password are accepted, and no TLS is offered: it listens for the process beside it.
 */
export function createSink(sink: Sink): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 200,
    size: LARGEST,
    banner: "sandbox mailbox",
    onAuth: (_auth, _session, answer) => answer(null, { user: "anybody" }),
    onMailFrom: (_address, _session, answer) =>
      sink.refusing() ? answer(tryLater("The mailbox is closed for a while")) : answer(),
    onData: (stream, session, answer) => {
      wholeOf(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((email) => {
          if (sink.refusing()) throw tryLater("The mailbox is closed for a while");
          sink.keep(toMail(email, session));
        })
        .then(
          () => answer(null),
          (problem: Error) => answer("responseCode" in problem ? problem : tryLater("The mail could not be kept")),
        );
    },
  });
}
