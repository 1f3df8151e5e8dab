import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer, CallInput, Declaration } from "@plumbline/contract/endpoint.ts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, vi } from "vitest";
import { type Database, openEmbedded, openPostgres } from "../database/database.ts";
import { mountPages } from "../pages/pages.ts";
import { readSettings, type Settings } from "../settings.ts";
import { type Options, type Plumbline, startPlumbline } from "../start.ts";
import { calendarClock } from "./calendar-clock.ts";
import { callOver, type Response } from "./calling.ts";
import { type Document, documentOf, observeResponses } from "./documented.ts";
import { openEmbeddedHere } from "./embedded-here.ts";
import { freePort, onReleasedPort } from "./servers.ts";

/** `headers` are those for unsubscribing by a mail program. */
export type Mail = {
  created_at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  headers: Record<string, string>;
  message_id: string;
  reply_to: string;
  auto_submitted: string;
};

/** A running server for one test file, with its own database, mailbox, card provider and clock. */
export type TestServer = Plumbline & {
  clock: ReturnType<typeof calendarClock>;
  /** Calls an endpoint over HTTP, as `token` when given, with further `headers`; never throws for a refusal. */
  call<D extends Declaration>(
    declaration: D,
    sending: CallInput<D>,
    token?: string | null,
    headers?: Record<string, string>,
  ): Promise<Response<Answer<D>>>;
  /** The e-mails to an address, newest first, after all waiting events and e-mails were delivered. */
  mailsTo(address: string): Promise<Mail[]>;
  /** A second process on the same database if requested and possible, else the first process. */
  secondProcess: Plumbline;
  /** Stops the first process and starts it again at the same address with the same data. */
  restart(): Promise<void>;
};
/** `pages` also mounts the built web (`node tools/setup.mjs build`). */
type TestServerOptions = Pick<Options, "skipNotifications" | "logTo"> & {
  secondProcess?: boolean;
  pages?: boolean;
  /** Another database than a copy of the run's template. */
  open?: () => Promise<Opened>;
};

/**
 * The transports between two processes that are available here; the embedded database has one process, which needs
 * none.
 */
export const buses: [name: string, environment: Record<string, string>][] = [];
if (!process.env["TEST_DATABASE_URL"]) buses.push(["one process", {}]);
else {
  buses.push(["two processes over PostgreSQL", {}]);
  const redis = process.env["TEST_REDIS_URL"];
  if (redis) buses.push(["two processes over Redis", { REDIS_URL: redis }]);
}

/**
 * Settings for tests: a port chosen by the system, no demo data, no rate limits, a log of errors only; overridden by
 * `environment`.
 */
export const testSettings = (folder: string, environment: Record<string, string> = {}): Settings =>
  readSettings({
    NODE_ENV: "test",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    LOG_LEVEL: "error",
    RATE_LIMIT: "off",
    DEMO: "false",
    ...environment,
  });

/** Starts a server before the file's tests and stops it after them. Use its properties inside tests only. */
export function testServer(
  environment: Record<string, string> = {},
  {
    skipNotifications = false,
    secondProcess = false,
    pages = false,
    logTo,
    open = openTemplate,
  }: TestServerOptions = {},
): TestServer {
  const server = {} as TestServer;
  const undo: (() => Promise<void>)[] = [];
  let document: Document | null = null;
  const undocumented = new Set<string>();
  // Every response in every test must be declared by the OpenAPI document.
  afterEach(() => {
    const complaints = [...undocumented];
    undocumented.clear();
    expect(complaints).toEqual([]);
  });
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-test-"));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const clock = calendarClock();
    const { database, another, drop } = await open();
    undo.push(drop);
    undo.push(() => database.close());
    const settings = testSettings(folder, environment);
    const start = async (its: Settings, on: Database) => {
      const started = await startPlumbline({
        settings: its,
        clock,
        database: on,
        ephemeral: true,
        skipNotifications,
        ...(logTo ? { logTo } : {}),
        ...(pages ? { web: (app, context) => mountPages(app, context) } : {}),
      });
      document ??= documentOf(started.context);
      observeResponses(started.app.server, (left) => {
        const complaint = document?.violationOf(left);
        if (complaint) undocumented.add(complaint);
      });
      return started;
    };
    // The database stays open across a restart.
    const lasting = { ...database, close: async () => {} };
    // A port that the system chose could be another client's by the time at which the process starts again.
    const port = await freePort();
    const own = { ...settings, port, publicUrl: `http://127.0.0.1:${port}` };
    let plumbline = await onReleasedPort(() => start(own, lasting));
    undo.push(() => plumbline.close());
    const second = secondProcess && another ? await start(settings, await another()) : null;
    if (second) {
      undo.push(() => second.close());
      const both = [plumbline, second];
      // Before, they would send each other nothing.
      await vi.waitUntil(() => both.every(({ context }) => context.bus.otherProcesses() > 0), {
        timeout: 45_000,
        interval: 5,
      });
    }
    const { url } = plumbline;
    Object.assign(server, plumbline, {
      clock,
      secondProcess: second ?? plumbline,
      restart: async () => {
        await plumbline.close();
        plumbline = await onReleasedPort(() => start(own, lasting));
        Object.assign(server, plumbline, { secondProcess: second ?? plumbline });
      },
      call: (
        declaration: Declaration,
        sending: CallInput<Declaration>,
        token?: string | null,
        headers?: Record<string, string>,
      ) => callOver(url, declaration, sending, token, headers),
      mailsTo: async (address: string) => {
        // Each process has its own mailbox and sends the e-mails it has leased.
        const all: Mail[] = [];
        const processes = second ? [plumbline, second] : [plumbline];
        for (const each of processes) await each.settle();
        for (const each of processes) {
          // Once more, because one may have stored the e-mail that the other has leased.
          await each.settle();
          const at = each === plumbline ? url : each.url;
          const answer = await fetch(`${at}/mailbox/messages?to=${encodeURIComponent(address)}`);
          all.push(...((await answer.json()) as { entries: Mail[] }).entries);
        }
        // Several e-mails are sent at a time, so they are sorted by the number with which their Message-ID begins.
        const numberOf = ({ message_id }: Mail) => Number(/^<(\d+)\./.exec(message_id)?.[1]);
        return all.sort((one, other) => numberOf(other) - numberOf(one));
      },
    });
  });
  afterAll(async () => {
    for (const each of undo.reverse()) await each();
  });
  return server;
}

export type Opened = {
  database: Database;
  /** Opens a second connection, as another process would; null for the embedded database, which has one process. */
  another: (() => Promise<Database>) | null;
  drop: () => Promise<void>;
};

async function openTemplate(): Promise<Opened> {
  const template = inject("template");
  if ("image" in template) {
    const database = await openEmbedded(await openEmbeddedHere(template.image));
    return { database, another: null, drop: async () => {} };
  }
  const { url, drop } = await serverDatabase(template);
  return { database: await openPostgres(url), another: () => openPostgres(url), drop };
}

/** A database on the server, copied from the run's template; `drop` also disconnects its clients. */
export async function serverDatabase(template: { server: string; name: string }) {
  const name = `${template.name}_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: template.server });
  await admin.connect();
  await admin.query(`create database ${name} template ${template.name}`);
  return {
    url: Object.assign(new URL(template.server), { pathname: `/${name}` }).href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
