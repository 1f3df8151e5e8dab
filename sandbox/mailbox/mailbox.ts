import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyPluginAsync } from "fastify";
import { mailboxRoutes } from "./routes.ts";
import { createSink, type MailFaults } from "./smtp.ts";
import { type NewMail, openStore } from "./store.ts";

export type Mailbox = {
  smtpUrl: string;
  port: number;
  routes: FastifyPluginAsync;
  /** While on, SMTP answers 451: the way to test what happens when mail is down. */
  refuse(on: boolean): void;
  /** Goes wrong in these ways from now on, and in no other: `{}` mends it. */
  misbehave(faults: MailFaults): void;
  close(): Promise<void>;
};

/**
 * Starts the sandbox's mailbox: an SMTP server that keeps what it is sent, and the pages to read it (decision 42).
 * Takes the address to listen on (port 0 picks a free one), the path of its file or ":memory:", and a clock.
 * Throws when the port is taken or the file cannot be opened.
 */
export async function startMailbox(options: {
  host: string;
  port: number;
  file: string;
  now?: () => Date;
}): Promise<Mailbox> {
  const now = options.now ?? (() => new Date());
  const store = openStore(options.file);
  const behaviour = { keep: (mail: NewMail) => void store.keep(mail, now()), faults: {} as MailFaults };
  const sink = createSink(behaviour);
  const listener = sink.listen(options.port, options.host);
  await once(listener, "listening").catch((problem) => {
    store.close();
    throw problem;
  });
  // Without a listener a broken connection would end the process; a sender that went away is nobody's error.
  sink.on("error", () => {});

  const { port } = listener.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    smtpUrl: `smtp://${host}:${port}`,
    port,
    routes: mailboxRoutes(store),
    refuse(on) {
      behaviour.faults = { ...behaviour.faults, refuse: on };
    },
    misbehave(faults) {
      behaviour.faults = { ...faults };
    },
    async close() {
      await new Promise<void>((done) => sink.close(() => done()));
      store.close();
    },
  };
}
