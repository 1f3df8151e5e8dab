import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPlumbline } from "./start.ts";
import { testServer, testSettings } from "./testing/plumbline.ts";
import { freePort } from "./testing/servers.ts";

const server = testServer();

test("ADR-001 a start that fails says why and gives its port back, although something cannot be closed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-start-"));
  const port = await freePort();
  const lines: string[] = [];
  const close = async () => {
    throw new Error("This one stays open.");
  };
  const starting = startPlumbline({
    settings: testSettings(folder, { PORT: String(port) }),
    database: { ...server.context.database, close },
    ephemeral: true,
    logTo: { write: (line) => lines.push(line) },
    prepare: async () => {
      throw new Error("The demo cannot be made.");
    },
  });
  await expect(starting).rejects.toThrow("The demo cannot be made.");
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  expect(lines.join("")).toContain("something could not be closed");
  await rm(folder, { recursive: true });
});
