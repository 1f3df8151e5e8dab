import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { present } from "@plumbline/contract/present.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { atNight } from "../../../tools/nightly.ts";
import { arrivals } from "../../testing/cable-clients.ts";
import { freePort, hasNats, startNats } from "../../testing/servers.ts";
import { startTcpProxy } from "../../testing/tcp-proxy.ts";
import { parseNatsAddress } from "../addresses.ts";
import { openNats } from "./nats.ts";

async function serve(args?: string[]) {
  const server = await startNats(args);
  onTestFinished(server.close);
  return server;
}

/** A process's side of the bus: its transport, and what its listener was told, texts with a mark before them. */
async function open(url: string, installation: string = randomUUID()) {
  const told = arrivals<string>(30_000);
  const transport = await openNats(present(parseNatsAddress(url), "an address of NATS"), installation, {
    text: (text) => told.push(`> ${text}`),
    broken: (error) => told.push(`broken: ${error?.message}`),
    restored: () => told.push("restored"),
  });
  onTestFinished(transport.close);
  return { ...transport, told };
}
const isBroken = (line: string) => line.startsWith("broken: ");
const isRestored = (line: string) => line === "restored";
type Side = Awaited<ReturnType<typeof open>>;
/** Sends a text, and waits until it has come back. */
async function pass(side: Side, text: string) {
  await side.send([text]);
  await side.told.next((line) => line === `> ${text}`);
}

describe.runIf(hasNats)("NATS", () => {
  test("M-17 texts arrive in order and before the answer to who asks, in their own installation only", async () => {
    const { url } = await serve();
    const [one, two, stranger] = [await open(url, "ours"), await open(url, "ours"), await open(url)];
    const texts = Array.from({ length: 1000 }, (_, number) => `text ${number}`);
    await one.send(texts);
    await two.received();
    const expected = ["restored", ...texts.map((text) => `> ${text}`)];
    expect(two.told.all).toEqual(expected);
    await one.received();
    expect(one.told.all).toEqual(expected);
    await stranger.received();
    expect(stranger.told.all).toEqual(["restored"]);
  });

  test.runIf(atNight)("M-17 a process starts while NATS is down, and finds it once it is up", async () => {
    const server = await serve();
    await server.stop();
    const one = await open(server.url);
    await expect(one.send(["lost"])).rejects.toThrow("connection refused");
    await expect(one.received()).rejects.toThrow();
    await server.start();
    await one.told.next(isRestored);
    await pass(one, "after");
    expect(one.told.all).not.toContain("> lost");
  });

  test("M-17 a NATS that is killed is noticed at once, and used again when it is back", async () => {
    const server = await serve();
    const one = await open(server.url);
    const underWay = one.send(["under way"]).catch(() => "rejected");
    await server.stop();
    await one.told.next(isBroken);
    await underWay;
    await expect(one.send(["lost"])).rejects.toThrow();
    await server.start();
    await one.told.next(isRestored);
    await pass(one, "after");
    expect(one.told.all).not.toContain("> lost");
  });

  test.runIf(atNight)("M-17 a connection that is cut or delivers nothing is replaced", async () => {
    const proxy = await startTcpProxy(await serve());
    onTestFinished(proxy.close);
    const one = await open(`nats://127.0.0.1:${proxy.port}`);
    await one.told.next(isRestored);
    proxy.cut();
    await one.told.next(isBroken);
    await one.told.next(isRestored);
    proxy.freeze();
    await expect(one.send(["nobody answers"])).rejects.toThrow("did not answer in time");
    await one.told.next(isBroken);
    proxy.thaw();
    await one.told.next(isRestored);
    one.reopen();
    await one.told.next(isBroken);
    await one.told.next(isRestored);
    await pass(one, "after");
  });

  test("M-17 a user with a password and a token are accepted by NATS; without them the error contains no secret", async () => {
    const { port } = await serve(["--user", "plumb", "--pass", "l/ine@canary"]);
    const { port: withToken } = await serve(["--auth", "canary-token"]);
    for (const url of [
      `nats://plumb:l%2Fine%40canary@127.0.0.1:${port}`,
      `nats://canary-token@127.0.0.1:${withToken}`,
    ]) {
      const one = await open(url);
      await pass(one, "here");
    }
    const wrong = await open(`nats://plumb:canary@127.0.0.1:${port}`);
    const error: unknown = await wrong.send(["kept out"]).catch((refusal: unknown) => refusal);
    expect(String(error)).toContain("Authorization Violation");
    expect(JSON.stringify([error, String(error)])).not.toContain("canary");
  });

  test.runIf(atNight)("M-17 a user who may not publish, or not subscribe, is told so", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-nats-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const users = [
      { user: "reader", password: "secret", permissions: { publish: "other", subscribe: ">" } },
      { user: "writer", password: "secret", permissions: { publish: ">", subscribe: "other" } },
      { user: "both", password: "secret", permissions: { publish: "plumbline.bus.*", subscribe: "plumbline.bus.*" } },
    ];
    await writeFile(join(folder, "nats.conf"), JSON.stringify({ authorization: { users } }));
    const { port } = await serve(["--config", join(folder, "nats.conf")]);
    for (const user of ["reader", "writer"]) {
      const one = await open(`nats://${user}:secret@127.0.0.1:${port}`);
      await expect(one.send(["kept out"])).rejects.toThrow("does not let us publish and subscribe to plumbline.bus.");
      expect(one.told.all.filter(isRestored)).toEqual([]);
    }
    const both = await open(`nats://both:secret@127.0.0.1:${port}`);
    await pass(both, "here");
  });

  test.runIf(atNight)(
    "M-17 a cluster carries texts between its servers, also when one is gone; whether texts in progress there have arrived is unknown",
    async () => {
      const routes = [await freePort(), await freePort()].map((port) => `nats://127.0.0.1:${port}`);
      const [first, second] = await Promise.all(
        routes.map((own, at) =>
          serve(["--cluster", own, "--cluster_name", "ours", "--routes", present(routes[1 - at], "the other")]),
        ),
      );
      const [one, two] = [
        await open(present(first, "one").url, "ours"),
        await open(present(second, "two").url, "ours"),
      ];
      const both = await open(`${first?.url},${second?.url}`, "ours");
      // A server that has just started may refuse the first attempt to connect.
      for (const side of [one, two]) await side.told.next(isRestored);
      await expect(two.received()).rejects.toThrow("a cluster of NATS");
      // The servers join a moment after they have started.
      await expect
        .poll(async () => {
          await one.send(["across"]);
          return two.told.all;
        })
        .toContain("> across");
      await first?.stop();
      await one.told.next(isBroken);
      await expect
        .poll(() =>
          both
            .send(["still here"])
            .then(() => "sent")
            .catch(() => "not yet"),
        )
        .toBe("sent");
      await two.told.next((line) => line === "> still here");
    },
  );
});
