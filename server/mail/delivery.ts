import { createHmac, randomUUID } from "node:crypto";
import nodemailer, { type SendMailOptions } from "nodemailer";
import type { AppContext } from "../context.ts";
import { factsOf } from "../error-facts.ts";
import type { Job } from "../outbox/jobs.ts";
import { startRenewing } from "../outbox/lease.ts";
import { openLoop } from "../outbox/loop.ts";
import { errorType, type Span, traced } from "../telemetry/spans.ts";
import { withTimeout } from "../with-timeout.ts";
import { type MailFailure, readFailure } from "./failure.ts";
import { watchServer } from "./server-watch.ts";
import * as store from "./store.ts";

/** The number of SMTP connections, and of e-mails that are being sent at the same time. */
const concurrency = 5;
/** How long e-mails in progress may take when the process stops, in milliseconds. */
const shutdownTimeout = 15_000;

/**
 * A pool of SMTP connections. It never resends by itself, because the server may have accepted the message. `longest`, in
 * milliseconds, ends what a server keeps waiting that goes on talking without answering: only silence ends a connection.
 */
export function openTransport(smtpUrl: string, longest = { attempt: 600_000, check: 60_000 }) {
  const pool = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: concurrency,
    maxMessages: 100,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    sendMail: (message: SendMailOptions) => pool.sendMail({ ...message, signal: AbortSignal.timeout(longest.attempt) }),
    /** Connects and signs in without sending anything; rejects when the server cannot be used. */
    verify: () => withTimeout(pool.verify(), longest.check, () => new Error("The mail server did not answer in time.")),
    close: () => pool.close(),
  };
}

type Parts = Pick<AppContext, "db" | "database" | "log" | "settings" | "secret" | "telemetry">;

/**
 * Sends waiting e-mails, several at a time. The lease of an e-mail is renewed while it is being sent, and it is done
 * when the server's acknowledgement is recorded; after a crash between the two it is sent again under the same
 * Message-ID, so that receivers drop the duplicate. 5xx is permanent; other failures are retried with growing delays
 * for three days. An e-mail that failed becomes a dead letter with its reason, which staff can see and send again.
 */
export function openMailDelivery(context: Parts, smtpUrl: string, { leaseSeconds = 120 } = {}) {
  const { db, log, telemetry } = context;
  const transport = openTransport(smtpUrl);
  const lease = { name: randomUUID(), seconds: leaseSeconds };
  const inProgress = new Map<number, Promise<void>>();
  let closed = false;
  const server = watchServer({
    verify: () => transport.verify(),
    log,
    onUnavailable: async (reason) => {
      const lost = await store.expireMails(db, reason);
      if (lost > 0) log.error({ mails: lost }, "e-mails that could not leave for three days became dead letters");
    },
    onAvailable: () => store.releaseMails(db),
    resume: () => loop.wake(),
  });
  let hadServerTrouble = false;

  const loop = openLoop(
    context,
    "mails",
    async () => {
      const free = concurrency - inProgress.size;
      if (closed || free === 0 || server.isUnavailable()) return false;
      const leased = await store.leaseMails(db, lease, free, [...inProgress.keys()]);
      for (const mail of leased) {
        const sending = send(mail).finally(() => {
          inProgress.delete(mail.id);
          loop.wake();
        });
        inProgress.set(mail.id, sending);
      }
      return leased.length > 0;
    },
    () => store.reclaimMails(db),
  );
  const stopRenewing = startRenewing(leaseSeconds / 4, async () => {
    if (inProgress.size > 0) await store.renewMails(db, lease, [...inProgress.keys()]);
  });

  const send = (mail: store.LeasedMail): Promise<void> =>
    traced(
      telemetry.tracing,
      () => beginningOf(mail),
      (span) => attempt(mail, span),
    );

  async function attempt(mail: store.LeasedMail, span: Span | null): Promise<void> {
    try {
      await transport.sendMail(messageOf(context, mail));
    } catch (error) {
      const failure = readFailure(error);
      await failed(mail, failure, span);
      return span?.end(String(failure.status ?? errorType(error)));
    }
    span?.set({ "plumbline.mail.result": "sent" });
    await record(mail.id, () => store.markSent(db, mail.id));
    if (!hadServerTrouble) return;
    hadServerTrouble = false;
    await record(mail.id, () => store.releaseMails(db));
  }

  async function failed(mail: store.LeasedMail, failure: MailFailure, span: Span | null): Promise<void> {
    const { permanent, noSuchAddress, serverTrouble, unreachable, unauthorised, reason, status } = failure;
    const about = { mail: mail.id, attempts: mail.attempts, status };
    if (permanent) {
      const refused = { id: mail.id, lease: lease.name, failure: reason, noSuchAddress };
      await record(mail.id, () => store.refuseMail(db, refused));
      span?.set({ "plumbline.mail.result": "refused" });
      return void log.warn(about, "an e-mail was refused for good and is a dead letter");
    }
    hadServerTrouble ||= serverTrouble;
    if (unreachable || unauthorised) server.reportUnreachable(unauthorised);
    const seconds = store.retryDelay(mail.attempts);
    const postponed = { id: mail.id, lease: lease.name, seconds, failure: reason, serverTrouble };
    const isDeadLetter = await record(mail.id, () => store.postponeMail(db, postponed));
    span?.set({ "plumbline.mail.result": isDeadLetter ? "dead_letter" : "postponed" });
    if (isDeadLetter) {
      log.error(about, "an e-mail could not leave for three days and is a dead letter");
      telemetry.report(new Error("An e-mail could not leave for three days and is a dead letter."), {
        mail: mail.kind,
      });
    } else log.warn({ ...about, seconds }, "an e-mail could not leave; it will be tried again");
  }

  /** Records the outcome of an attempt; retries until the database is available, because the mail server has acted. */
  async function record<T>(mail: number, write: () => Promise<T>): Promise<T | undefined> {
    for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
      try {
        return await write();
      } catch (error) {
        const { code } = factsOf(factsOf(error).cause);
        log.error({ mail, code }, "what became of an e-mail could not be recorded yet");
        if (closed) return undefined;
        await new Promise((later) => setTimeout(later, wait).unref());
      }
    }
  }

  return {
    settle: async () => {
      await loop.settle();
      while (inProgress.size > 0) {
        await Promise.race(inProgress.values());
        await loop.settle();
      }
    },
    close: async () => {
      closed = true;
      server.close();
      await loop.close();
      const timeout = new Promise((late) => setTimeout(late, shutdownTimeout).unref());
      await Promise.race([Promise.all(inProgress.values()), timeout]);
      stopRenewing();
      transport.close();
    },
  };
}

const beginningOf = ({ id, kind, attempts }: store.LeasedMail) =>
  ({
    name: `mail ${kind}`,
    kind: "client",
    facts: { "plumbline.mail.kind": kind, "plumbline.mail.id": id, "plumbline.attempts": attempts },
  }) as const;

/**
 * The message for nodemailer. Addresses are objects, never text, in which a comma would add another recipient; the
 * Message-ID is the same for every attempt.
 */
function messageOf({ settings, secret }: Pick<AppContext, "settings" | "secret">, mail: store.LeasedMail) {
  const from = settings.mailFrom;
  const host = from.address.replace(/^.*@/, "");
  const installation = createHmac("sha256", secret).update("mails").digest("hex").slice(0, 12);
  const to = { name: "", address: mail.recipient };
  return {
    from,
    to,
    envelope: { from, to: [to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}.${installation}@${host}>`,
    ...(mail.replyTo ? { replyTo: { name: "", address: mail.replyTo } } : {}),
    headers: {
      // RFC 3834: suppresses automatic replies, except to a message that a person wrote.
      ...(mail.replyTo ? {} : { "Auto-Submitted": "auto-generated" }),
      ...(mail.unsubscribeUrl ? oneClick(mail.unsubscribeUrl) : {}),
    },
  } satisfies SendMailOptions;
}

const oneClick = (url: string) => ({
  "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

export const mailJobs: Job[] = [
  {
    name: "forget dead letters that nobody sends again",
    everySeconds: 24 * 3600,
    run: async ({ db }) => void (await store.deleteOldDeadLetters(db)),
  },
];
