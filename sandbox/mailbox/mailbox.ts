import { once } from "node:events";
import type { FastifyPluginAsync } from "fastify";
import { mailboxRoutes } from "./routes.ts";
import { createSmtpServer, type MailFaults } from "./smtp.ts";
import { type NewMail, openStore } from "./store.ts";

export type Mailbox = {
  smtpUrl: string;
  port: number;
  routes: FastifyPluginAsync;
  /** While on, SMTP answers 451, to test an unavailable mail server. */
  refuse(on: boolean): void;
  /** Injects faults, in place of those before; `{}` clears them. */
  misbehave(faults: MailFaults): void;
  close(): Promise<void>;
};

/**
 * Starts the sandbox's mailbox: an SMTP server that stores what it receives, and the pages to read it (decision 42).
 * `port` 0 picks a free one; `file` is a path or ":memory:".
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
  const faults: MailFaults = {};
  const handler = { keep: (mail: NewMail) => void store.keep(mail, now()), faults };
  const server = createSmtpServer(handler);
  const listener = server.listen(options.port, options.host);
  await once(listener, "listening").catch((problem) => {
    store.close();
    throw problem;
  });
  // An error event without a listener ends the process, and a sender that disconnects is no error.
  server.on("error", () => {});

  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the mailbox does not listen on a port");
  const { port } = address;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    smtpUrl: `smtp://${host}:${port}`,
    port,
    routes: mailboxRoutes(store),
    refuse(on) {
      handler.faults = { ...handler.faults, refuse: on };
    },
    misbehave(faults) {
      handler.faults = { ...faults };
    },
    async close() {
      await new Promise<void>((done) => server.close(() => done()));
      store.close();
    },
  };
}
