import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import type { SignInAnswer, StoredSession } from "../app/stored-session.ts";

export type Plumbline = {
  url: string;
  /** The card sandbox's address. */
  stripe: string;
  /**
   * Waits for an e-mail to an address whose subject matches, and returns its first link, or the first with `path` in
   * it.
   */
  linkTo(address: string, subject: RegExp, path?: string): Promise<string>;
};

/** For journeys that run at night only (tools/nightly.ts): `test(title, nightly, …)`. */
export const nightly = { tag: "@nightly" };

type Mail = { subject: string; links: string[] };

/** A running server for the journeys of one group of files: its own process, its own folder and demo data. */
export const test = base.extend<{ closing: undefined }, { plumbline: Plumbline }>({
  // A call that a test's handler is answering when the test ends is dropped, and does not fail it.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  // The contexts that a test has opened are closed with it, or their pages would stay connected.
  closing: [
    async ({ browser }, use) => {
      await use(undefined);
      const contexts = browser.contexts();
      await Promise.all(
        contexts.flatMap((each) => each.pages()).map((page) => page.unrouteAll({ behavior: "ignoreErrors" })),
      );
      await Promise.all(contexts.map((context) => context.close()));
    },
    { auto: true },
  ],
  plumbline: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const started = await startWithDemo();
      await use(started.plumbline);
      await started.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/**
 * Creates the demo data that each group's folder starts with, once before all journeys, unless `npm test` has done so.
 */
export default async function makeDemoData() {
  if (process.env["PLUMBLINE_DEMO"]) return;
  const folder = await mkdtemp(join(tmpdir(), "plumbline-demo-"));
  await (await startIn(folder)).stop();
  process.env["PLUMBLINE_DEMO"] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Starts the program in a folder of its own with the demo's data; `settings` are added to the journeys' own. */
export async function startWithDemo(
  settings: NodeJS.ProcessEnv = {},
): Promise<{ plumbline: Plumbline; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-journey-"));
  await cp(process.env["PLUMBLINE_DEMO"] as string, folder, { recursive: true });
  const { printed, stop } = await startIn(folder, settings);
  const url = /Plumbline is at\s+(\S+)/.exec(printed)?.[1] as string;
  return {
    plumbline: {
      url,
      stripe: /card sandbox\s+(\S+)/.exec(printed)?.[1] as string,
      linkTo: (address, subject, path) => linkTo(url, address, subject, path),
    },
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Node compiles less here: a journey's program lives for minutes, and compiling it well would take a tenth of a run. */
const shortRun = ["--liftoff-only", "--max-opt=2"];

/** Starts the program on a folder, as a person would; returns its output, and how to stop it. */
async function startIn(folder: string, settings: NodeJS.ProcessEnv = {}) {
  const own = { PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, LOG_LEVEL: "warn", RATE_LIMIT: "off" };
  const child = spawn("node", [...shortRun, "server/build/main.js"], {
    env: { ...process.env, ...own, ...settings },
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

export { expect };

/** The output until the process says that it is ready; rejects when it exits before. */
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
    // The demo's own e-mails were sent where its data was made.
    if (found) return found.replace(/^https?:\/\/[^/]+/, url);
    // The test's own timeout ends this; the mailbox can only be polled.
    await new Promise((later) => setTimeout(later, 100));
  }
}

type Role = "customer" | "advisor" | "staff";

/** Signs in as one of the demo accounts with the form for its role, and stays on the page that follows. */
export async function signInByForm(
  page: Page,
  plumbline: Plumbline,
  role: Role,
  email: string,
  password = "plumbline-demo",
) {
  await page.goto(`${plumbline.url}/sign-in/${role}`);
  await logIn(page, email, password);
  await page.waitForURL((at) => !at.pathname.startsWith("/sign-in"));
}

/** Fills in and sends the form for signing in that is open, as one of the demo accounts. */
export async function logIn(page: Page, email: string, password = "plumbline-demo") {
  await page.getByRole("main").getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("main").getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Ends a session as another program would; its pages hear of it by their socket or with their next call. */
export const revokeToken = ({ url }: Plumbline, token: string) =>
  fetch(`${url}/oauth/revoke`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });

/** Signs in as a demo account over HTTP, without a browser. */
async function answerFor({ url }: Plumbline, role: Role, email: string): Promise<SignInAnswer> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", owner_type: role, email, password: "plumbline-demo" }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as SignInAnswer;
}

/** The token of a demo account, for calls that a journey makes by itself. */
export const tokenOf = async (plumbline: Plumbline, role: Role, email: string): Promise<string> =>
  (await answerFor(plumbline, role, email)).access_token;

/**
 * Stores the session of a demo account in the browser, as that form does, for tests that do not concern signing in;
 * returns its token.
 */
export async function signIn(page: Page, plumbline: Plumbline, role: Role, email: string): Promise<string> {
  const { access_token, token_type, expires_in, stripe_setup, profile_setup, result } = await answerFor(
    plumbline,
    role,
    email,
  );
  const stored: StoredSession = {
    user: role,
    email: result.email,
    access_token,
    token_type,
    expires_at: Date.now() + expires_in * 1000,
    status: result.state,
    stripe_setup: stripe_setup === true,
    profile_setup: profile_setup === true,
    login_time: Date.now(),
  };
  // A file of the same origin, because a page would run scripts for nothing.
  await page.goto(`${plumbline.url}/robots.txt`);
  await page.evaluate((text) => localStorage.setItem("plumbline.session", text), JSON.stringify(stored));
  return access_token;
}
