import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, type Declaration, type Sending, urlOf } from "@plumbline/contract/endpoint.ts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { mountPages } from "../pages.ts";
import { movableClock } from "../platform/clock.ts";
import { type Database, openEmbedded, openPostgres } from "../platform/database.ts";
import { startEmbedded } from "../platform/embedded.ts";
import { readSettings, type Settings } from "../platform/settings.ts";
import { type Options, type Plumbline, startPlumbline } from "../start.ts";
import { type Document, documentOf, hearAnswers } from "./documented.ts";

export type Response<T> = {
  status: number;
  body: T;
  /** The body as it came. */
  text: string;
  errors: Record<string, string[]>;
  headers: Headers;
};
/** `headers` are those that mail programs unsubscribe by. */
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

/** A whole Plumbline of a test file's own: its database, its mailbox, its card provider, its clock. */
export type World = Plumbline & {
  clock: ReturnType<typeof movableClock>;
  /** Calls an endpoint over HTTP, as `token` when given, with further `headers`; never throws for a refusal. */
  call<D extends Declaration>(
    declaration: D,
    sending: Sending<D>,
    token?: string | null,
    headers?: Record<string, string>,
  ): Promise<Response<Answer<D>>>;
  /** The e-mails an address got, newest first, after everything that waits has left. */
  mailsTo(address: string): Promise<Mail[]>;
  /** A second process on the same database, where the file asked for one and the database can have it; else the first. */
  neighbour: Plumbline;
  /** Stops the first process and starts it again at its address, with what it has stored. */
  restart(): Promise<void>;
};
/** `pages` mounts the built web as well, for tests that look at it; `node tools/setup.mjs build` makes it. */
type WorldOptions = Pick<Options, "quiet"> & { neighbour?: boolean; pages?: boolean };

/** The ways between two processes that can be tried here; embedded there is one process, which needs none. */
export const buses: [name: string, environment: Record<string, string>][] = [];
if (!process.env["TEST_DATABASE_URL"]) buses.push(["one process", {}]);
else {
  buses.push(["two processes over PostgreSQL", {}]);
  const redis = process.env["TEST_REDIS_URL"];
  if (redis) buses.push(["two processes over Redis", { REDIS_URL: redis }]);
}

/** A quiet start on a port that the system picks: no demo, no limits, errors only; `environment` on top of it. */
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

/** Starts a world before the file's tests and stops it after them. Read its parts inside tests only. */
export function aWorld(
  environment: Record<string, string> = {},
  { quiet = false, neighbour = false, pages = false }: WorldOptions = {},
): World {
  const world = {} as World;
  const undo: (() => Promise<void>)[] = [];
  let document: Document | null = null;
  const undocumented = new Set<string>();
  // Every answer of every test, whoever asked for it, is one that the OpenAPI document declares.
  afterEach(() => {
    const complaints = [...undocumented];
    undocumented.clear();
    expect(complaints).toEqual([]);
  });
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-world-"));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const clock = movableClock();
    const { database, another, drop } = await openTemplate();
    undo.push(drop);
    undo.push(() => database.close());
    const settings = testSettings(folder, environment);
    const start = async (its: Settings, on: Database) => {
      const started = await startPlumbline({
        ...{ settings: its, clock, database: on, passing: true, quiet },
        ...(pages ? { web: (app, house) => mountPages(app, house) } : {}),
      });
      document ??= documentOf(started.house);
      hearAnswers(started.app.server, (left) => {
        const complaint = document?.complaintAbout(left);
        if (complaint) undocumented.add(complaint);
      });
      return started;
    };
    // Outlives a restart.
    const lasting = { ...database, close: async () => {} };
    let plumbline = await start(settings, lasting);
    undo.push(() => plumbline.close());
    const second = neighbour && another ? await start(settings, await another()) : null;
    if (second) undo.push(() => second.close());
    const { url } = plumbline;
    Object.assign(world, plumbline, {
      clock,
      neighbour: second ?? plumbline,
      restart: async () => {
        await plumbline.close();
        plumbline = await start({ ...settings, port: Number(new URL(url).port), publicUrl: url }, lasting);
        Object.assign(world, plumbline, { neighbour: second ?? plumbline });
      },
      call: (
        declaration: Declaration,
        sending: Sending<Declaration>,
        token?: string | null,
        headers?: Record<string, string>,
      ) => callOver(url, declaration, sending, token, headers),
      mailsTo: async (address: string) => {
        // Each process has a mailbox of its own, and sends what it was the first to take.
        const all: Mail[] = [];
        for (const each of second ? [plumbline, second] : [plumbline]) {
          await each.settle();
          const at = each === plumbline ? url : each.url;
          const answer = await fetch(`${at}/mailbox/messages?to=${encodeURIComponent(address)}`);
          all.push(...((await answer.json()) as { entries: Mail[] }).entries);
        }
        return second ? all.sort((one, other) => other.created_at.localeCompare(one.created_at)) : all;
      },
    });
  });
  afterAll(async () => {
    for (const each of undo.reverse()) await each();
  });
  return world;
}

type Opened = {
  database: Database;
  /** Opens it once more, as another process would; the embedded one has one process only. */
  another: (() => Promise<Database>) | null;
  drop: () => Promise<void>;
};

async function openTemplate(): Promise<Opened> {
  const template = inject("template");
  if ("image" in template) {
    const database = await openEmbedded(startEmbedded(null, template.image));
    return { database, another: null, drop: async () => {} };
  }
  const { url, drop } = await serverDatabase(template);
  return { database: await openPostgres(url), another: () => openPostgres(url), drop };
}

/** A database of a test's own on the server, from the run's template; `drop` ends whoever still uses it. */
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

async function callOver<D extends Declaration>(
  origin: string,
  declaration: D,
  sending: Sending<D>,
  token?: string | null,
  further: Record<string, string> = {},
): Promise<Response<Answer<D>>> {
  const headers: Record<string, string> = { ...further, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  let body: string | FormData | undefined;
  if (declaration.upload) {
    const form = new FormData();
    for (const file of (sending as { files: File[] }).files) form.append(declaration.upload.field, file);
    body = form;
  } else if (sending.body !== undefined) {
    headers["content-type"] = "application/json";
    body = JSON.stringify(sending.body);
  }
  const answer = await fetch(origin + urlOf(declaration, sending), {
    method: declaration.method,
    headers,
    ...(body ? { body } : {}),
  });
  const text = await answer.text();
  const json = text ? JSON.parse(text) : undefined;
  return { status: answer.status, body: json, text, errors: json?.errors ?? {}, headers: answer.headers };
}
