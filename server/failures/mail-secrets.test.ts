import { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { processes } from "../testing/process.ts";

// A mail server that quotes what it refuses, as real ones do: passwords, addresses, and links that sign in.

const { makeFolder, start } = processes();
const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file: ":memory:" });
const pages = Fastify();
await pages.register(mailbox.routes);
afterAll(async () => {
  await pages.close();
  await mailbox.close();
});

const arrived = async (): Promise<{ to: string; links: string[] }[]> =>
  (await pages.inject("/mailbox/messages")).json().entries;

test.runIf(atNight)(
  "R23 whatever the mail server quotes, no password, address, link or message is in the log or the metrics",
  async () => {
    mailbox.misbehave({ refuseSignIn: true });
    const app = await start(await makeFolder(), {
      LOG_LEVEL: "trace",
      SMTP_URL: `smtp://post:canary-password@127.0.0.1:${mailbox.port}`,
      TEAM_EMAIL: "canary-team@example.test",
    });
    const write = (name: string) =>
      fetch(`${app.url}/api/contactus`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          firstname: "Canary-first",
          lastname: "Raman",
          email: `canary-${name}@example.test`,
          message: `canary-message-${name}`,
        }),
      });
    const said = (words: RegExp) => expect.poll(() => words.test(app.output() + app.errors())).toBe(true);
    expect((await write("refused")).status).toBe(200);
    await said(/refuses our user name or password/);
    mailbox.misbehave({ refuseText: 1 });
    // The server is tried again ten seconds after it refused the password.
    await said(/refused for good/);
    const log = app.output() + app.errors();
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(/^plumbline_mails_failed 1$/m);
    for (const text of [log, metrics]) expect(text).not.toMatch(/canary/i);
    expect(log).toMatch(/"status":554/);
    expect(await arrived()).toEqual([]);
  },
);
