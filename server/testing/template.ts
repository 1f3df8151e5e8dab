import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbedded, openPostgres } from "../database/database.ts";
import { dropTemplates } from "../database/embedded/drop-templates.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { seedReference } from "../features/reference/store.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * The migrated database that every test file starts with: a dump of an embedded one, or a template database on a
     * server.
     */
    template: { image: string } | { server: string; name: string };
  }
}

/**
 * Once a run: bundles the server for the tests that start processes, and creates the template on the server that
 * TEST_DATABASE_URL names, else embedded.
 */
export default async function setup(project: TestProject) {
  await promisify(execFile)(process.execPath, ["tools/bundle-server.mjs"]);
  const server = process.env["TEST_DATABASE_URL"];
  return server ? onServer(project, server) : embedded(project);
}

async function embedded(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-test-"));
  const embedded = startEmbedded(folder);
  const database = await openEmbedded(embedded);
  await seedReference(database.db);
  await dropTemplates(database);
  const image = join(folder, "image");
  await writeFile(image, await embedded.dump());
  await database.close();
  project.provide("template", { image });
  return () => rm(folder, { recursive: true, force: true });
}

async function onServer(project: TestProject, server: string) {
  const name = `plumbline_test_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  const database = await openPostgres(Object.assign(new URL(server), { pathname: `/${name}` }).href);
  await seedReference(database.db);
  await database.close();
  project.provide("template", { server, name });
  return async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
}
