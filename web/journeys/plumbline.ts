import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";

export type Plumbline = {
  url: string;
  /** The card sandbox's address. */
  stripe: string;
  /** Waits for an e-mail to an address whose subject matches, and gives its first link, or the first with `path` in it. */
  linkTo(address: string, subject: RegExp, path?: string): Promise<string>;
};

type Mail = { subject: string; links: string[] };

/** A whole Plumbline for the journeys of one file: its own process, its own folder, demo data, as a newcomer gets it. */
export const test = base.extend<{ closing: undefined }, { plumbline: Plumbline }>({
  // People whom a test brought in by themselves leave with it: their pages would go on listening and reading.
  closing: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  plumbline: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "plumbline-journey-"));
      await cp(process.env["PLUMBLINE_DEMO"] as string, folder, { recursive: true });
      const { printed, stop } = await startIn(folder);
      const url = /Plumbline is at\s+(\S+)/.exec(printed)?.[1] as string;
      await use({
        url,
        stripe: /card sandbox\s+(\S+)/.exec(printed)?.[1] as string,
        linkTo: (address, subject, path) => linkTo(url, address, subject, path),
      });
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** Before all journeys: the demo data that each file's folder begins as a copy of is made once, by a first start. */
export default async function makeDemoData() {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-demo-"));
  await (await startIn(folder)).stop();
  process.env["PLUMBLINE_DEMO"] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Starts the program on a folder, as a person would; what it printed, and how to stop it. */
async function startIn(folder: string) {
  const child = spawn("node", ["server/main.ts"], {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, LOG_LEVEL: "warn", RATE_LIMIT: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = await greetingOf(child);
  const stop = async () => {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await gone;
  };
  return { printed, stop };
}

export { expect } from "@playwright/test";

/** What the process prints until it says that it is ready; rejects when it ends before. */
function greetingOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
      if (/Plumbline is at[\s\S]*\n\n/.test(printed)) resolve(printed);
    });
    child.once("exit", (code) => reject(new Error(`Plumbline ended with ${code}:\n${printed}`)));
  });
}

async function linkTo(url: string, address: string, subject: RegExp, path = "/"): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/mailbox/messages?to=${encodeURIComponent(address)}`);
    const { entries } = (await answer.json()) as { entries: Mail[] };
    const found = entries
      .find((mail) => subject.test(mail.subject))
      ?.links.find((link) => new URL(link).pathname.startsWith(path));
    // The demo's own letters were written where its data was made.
    if (found) return found.replace(/^https?:\/\/[^/]+/, url);
    // The test's own time-out ends this; the mailbox has no other way to be listened to.
    await new Promise((later) => setTimeout(later, 100));
  }
}

/** Signs in as one of the demo accounts, through the door for its role. */
export async function signIn(
  page: Page,
  plumbline: Plumbline,
  role: "customer" | "advisor" | "staff",
  email: string,
  password = "plumbline-demo",
) {
  await page.goto(`${plumbline.url}/sign-in/${role}`);
  await page.getByRole("main").getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("main").getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((at) => !at.pathname.startsWith("/sign-in"));
}
