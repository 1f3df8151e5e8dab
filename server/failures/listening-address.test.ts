import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mountPages } from "../pages/pages.ts";
import { startPlumbline } from "../start.ts";
import { CannotStart } from "../start-errors.ts";
import { interruptibleDatabase } from "../testing/database-to-cut.ts";
import { testSettings } from "../testing/plumbline.ts";

// The embedded content and the card sandbox are reached over the server's own port, at whichever address it listens.

test.each(["::1", "127.0.0.2", "::", "0.0.0.0"])(
  "decision 44 with HOST=%s pages read the embedded content, and the card sandbox tells us of payments",
  async (HOST) => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-host-"));
    const { database, close } = await interruptibleDatabase();
    const running = await startPlumbline({
      settings: testSettings(folder, { HOST }),
      database,
      ephemeral: true,
      web: (app, context) => mountPages(app, context),
    });
    try {
      expect((await fetch(`${running.url}/privacy-policy`)).status).toBe(200);
      const { data } = await running.context.cards.stripe.webhookEndpoints.list();
      for (const { url } of data) {
        expect(url.startsWith(running.url)).toBe(true);
        expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400);
      }
      expect(data).toHaveLength(2);
    } finally {
      await running.close();
      await close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test.each(["192.0.2.1", "nowhere.invalid"])(
  "decision 44 a HOST that this machine does not have is refused in a sentence: %s",
  async (HOST) => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-host-"));
    const start = startPlumbline({ settings: testSettings(folder, { HOST }), ephemeral: true });
    await expect(start).rejects.toThrow(CannotStart);
    await expect(start).rejects.toThrow(`This machine has no address ${HOST}`);
    await rm(folder, { recursive: true, force: true });
  },
);
