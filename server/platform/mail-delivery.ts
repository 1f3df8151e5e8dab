import { createHmac, randomUUID } from "node:crypto";
import nodemailer, { type SendMailOptions } from "nodemailer";
import type { House } from "../house.ts";
import type { Job } from "./jobs.ts";
import { keepRenewed } from "./lease.ts";
import { openLoop } from "./loop.ts";
import { type MailFailure, readFailure } from "./mail-failure.ts";
import { watchServer } from "./mail-server.ts";
import * as store from "./mail-store.ts";

/** So many connections are kept open, and so many e-mails are on their way at a time. */
const atOnce = 5;
/** The longest wait between two attempts of one e-mail, in seconds. */
const longestWait = 3600;
/** What is being sent may take this long, in milliseconds, when the process is asked to stop. */
const finishesWithin = 15_000;

/** A pool of connections to the mail server. A message that it may have taken is never sent again by itself. */
export function openTransport(smtpUrl: string) {
  return nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: atOnce,
    maxMessages: 100,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

type Parts = Pick<House, "db" | "database" | "log" | "settings" | "secret">;

/**
 * Sends what waits, several at a time. An e-mail is leased for as long as it is being sent, however slow the server is,
 * and is done once the server's acknowledgement is recorded: a crash between the two sends it again under the same
 * Message-ID, by which receivers drop the second. 5xx is for good; everything else is tried again after longer and
 * longer waits for three days. Either way a dead letter stays, with the reason, for staff to see and to send again.
 */
export function openPost(house: Parts, smtpUrl: string, { leaseSeconds = 120 } = {}) {
  const { db, log } = house;
  const transport = openTransport(smtpUrl);
  const lease = { name: randomUUID(), seconds: leaseSeconds };
  const inHand = new Map<number, Promise<void>>();
  let closed = false;
  const server = watchServer({
    verify: () => transport.verify(),
    log,
    whenGone: async (reason) => {
      const lost = await store.giveUpWaiting(db, reason);
      if (lost > 0) log.error({ mails: lost }, "e-mails that could not leave for three days became dead letters");
    },
    whenBack: () => store.releaseMails(db),
    resume: () => loop.look(),
  });
  let troubled = false;

  const loop = openLoop(
    house,
    "mails",
    async () => {
      const free = atOnce - inHand.size;
      if (closed || free === 0 || server.isGone()) return false;
      const leased = await store.leaseMails(db, lease, free, [...inHand.keys()]);
      for (const mail of leased) {
        const sending = send(mail).finally(() => {
          inHand.delete(mail.id);
          loop.look();
        });
        inHand.set(mail.id, sending);
      }
      return leased.length > 0;
    },
    () => store.reclaimMails(db),
  );
  const stopRenewing = keepRenewed(leaseSeconds / 4, async () => {
    if (inHand.size > 0) await store.renewMails(db, lease, [...inHand.keys()]);
  });

  async function send(mail: store.LeasedMail): Promise<void> {
    try {
      await transport.sendMail(messageOf(house, mail));
    } catch (error) {
      return failed(mail, readFailure(error));
    }
    await recorded(mail.id, () => store.markSent(db, mail.id));
    if (!troubled) return;
    troubled = false;
    await recorded(mail.id, () => store.releaseMails(db));
  }

  async function failed(mail: store.LeasedMail, failure: MailFailure): Promise<void> {
    const { permanent, noSuchAddress, serverTrouble, unreached, unauthorised, reason, status } = failure;
    const about = { mail: mail.id, attempts: mail.attempts, status };
    if (permanent) {
      const refused = { id: mail.id, lease: lease.name, failure: reason, noSuchAddress };
      await recorded(mail.id, () => store.refuseMail(db, refused));
      return void log.warn(about, "an e-mail was refused for good and is a dead letter");
    }
    troubled ||= serverTrouble;
    if (unreached || unauthorised) server.suspect(unauthorised);
    const seconds = Math.min(2 ** mail.attempts, longestWait);
    const postponed = { id: mail.id, lease: lease.name, seconds, failure: reason, serverTrouble };
    const dead = await recorded(mail.id, () => store.postponeMail(db, postponed));
    if (dead) log.error(about, "an e-mail could not leave for three days and is a dead letter");
    else log.warn({ ...about, seconds }, "an e-mail could not leave; it will be tried again");
  }

  /** What happened out there is written down, if need be when the database is back; until then nothing else is tried. */
  async function recorded<T>(mail: number, write: () => Promise<T>): Promise<T | undefined> {
    for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
      try {
        return await write();
      } catch (error) {
        const code = (error as { cause?: { code?: string } }).cause?.code;
        log.error({ mail, code }, "what became of an e-mail could not be recorded yet");
        if (closed) return undefined;
        await new Promise((later) => setTimeout(later, wait).unref());
      }
    }
  }

  return {
    settle: async () => {
      await loop.settle();
      while (inHand.size > 0) {
        await Promise.race(inHand.values());
        await loop.settle();
      }
    },
    close: async () => {
      closed = true;
      server.close();
      await loop.close();
      const patience = new Promise((late) => setTimeout(late, finishesWithin).unref());
      await Promise.race([Promise.all(inHand.values()), patience]);
      stopRenewing();
      transport.close();
    },
  };
}

/**
 * The message for the wire. Addresses are handed over one by one, never as text in which a comma would begin another
 * recipient; the Message-ID is the same at every attempt.
 */
export function messageOf({ settings, secret }: Pick<House, "settings" | "secret">, mail: store.LeasedMail) {
  const from = settings.mailFrom;
  const host = from.replace(/^.*@|>$/g, "");
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
      // RFC 3834: nobody's out-of-office answers a program; what a person wrote may be answered.
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
    run: async ({ db }) => void (await store.forgetDeadLetters(db)),
  },
];
