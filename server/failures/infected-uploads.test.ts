import { readdir } from "node:fs/promises";
import type { CallInput, Declaration } from "@plumbline/contract/endpoint.ts";
import { readHealth } from "@plumbline/contract/health/contract.ts";
import { sendMessage, uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "../app.ts";
import { makeMember, makeStaff, setUp } from "../demo/people.ts";
import { examine } from "../doctor/finding.ts";
import { scanner as scannerCheck } from "../doctor/scanner.ts";
import { eicar } from "../files/scanner.ts";
import { files } from "../files/schema.ts";
import { startClamdStandIn } from "../testing/clamd.ts";
import { testServer, testSettings } from "../testing/plumbline.ts";
import { requestName } from "../testing/writing-request.ts";
import { writingRequests } from "../testing/writing-requests.ts";

// A whole Plumbline whose uploads pass through a virus scanner, which finds something, fails and comes back.

let clamd: Awaited<ReturnType<typeof startClamdStandIn>>;
const environment: Record<string, string> = { LOG_LEVEL: "warn" };
beforeAll(async () => {
  clamd = await startClamdStandIn();
  environment["CLAMD_ADDRESS"] = `127.0.0.1:${clamd.port}`;
});
const lines: string[] = [];
const server = testServer(environment, { logTo: { write: (line) => void lines.push(line) } });
afterAll(() => clamd.close());
beforeEach(() => clamd.behave("well"));

const someone = async () => setUp(server.context, await makeMember(server.context, "customer"));
const infected = () => new File([eicar], "a very private name.txt");
const rows = async () => (await server.context.db.select({ count: sql<number>`count(*)::int` }).from(files))[0]?.count;
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of server.context.store.stored()) keys.push(key);
  return keys.sort();
};
const kept = async () => ({
  rows: await rows(),
  stored: await stored(),
  incoming: await readdir(server.context.store.incoming),
});

test("ADR-042 every endpoint that takes files refuses an infected one on its field, stores nothing, and the log names neither file nor content", async () => {
  const taking = routes(server.context).filter(({ declaration }) => declaration.upload);
  const prepared = writingRequests.filter(([declaration]) => declaration.upload);
  expect(prepared.map(([declaration]) => requestName(declaration)).sort()).toEqual(
    taking.map(({ declaration }) => requestName(declaration)).sort(),
  );
  expect(taking.length).toBeGreaterThan(6);
  for (const [declaration, prepare] of prepared) {
    const { sending, token } = await prepare(server);
    const before = await kept();
    lines.length = 0;
    const { files: harmless = [] } = sending as { files?: File[] };
    // Among harmless ones where it takes several.
    const chosen = [...(harmless as File[]).slice(0, (declaration.upload?.maxFiles ?? 1) - 1), infected()];
    const answer = await server.call(
      declaration,
      { ...sending, files: chosen } as unknown as CallInput<Declaration>,
      token,
    );
    expect([answer.status, answer.errors], requestName(declaration)).toEqual([
      422,
      {
        [declaration.upload?.field as string]: [
          "a very private name.txt was not uploaded: our virus scanner found something harmful in it.",
        ],
      },
    ]);
    expect(await kept(), requestName(declaration)).toEqual(before);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, signature: "Eicar-Signature", msg: "an infected file was refused" }),
    ]);
    expect(lines.join()).not.toMatch(/private name|ANTIVIRUS/);
  }
});

test("ADR-042 a harmless file is taken, in memory and on the disk, and one with something harmful at its end is not", async () => {
  const { token } = await someone();
  const upload = (name: string, content: string) =>
    server.call(uploadMessageFile, { files: [new File([content], name)] }, token);
  const large = "0123456789abcdef".repeat(100_000);
  expect((await upload("note.txt", "Some text.")).status).toBe(201);
  expect((await upload("large.txt", large)).status).toBe(201);
  const before = await kept();
  expect((await upload("large.txt", large + eicar)).status).toBe(422);
  expect(await kept()).toEqual(before);
});

test.each(["cut", "too large", "failing", "rubbish", "endless"] as const)(
  "ADR-042 R22 while the scanner is %s uploads are 503 with a sentence, nothing is stored, and all else works",
  async (behaviour) => {
    const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
    const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#1F5C4D" } })
      .png()
      .toBuffer();
    const before = await kept();
    clamd.behave(behaviour);
    const files = [new File([picture as Buffer<ArrayBuffer>], "me.png")];
    for (const declaration of [uploadMessageFile, uploadPhoto]) {
      const answer = await server.call(declaration, { files }, advisor.token);
      expect([answer.status, answer.errors]).toEqual([
        503,
        { base: ["Files cannot be checked for viruses at the moment, so we take none. Please try again in a minute."] },
      ]);
      expect(answer.headers.get("retry-after")).toBe("30");
    }
    expect(await kept()).toEqual(before);
    const { token } = await someone();
    const body = { receiver_id: advisor.id, message: { body: "Good morning." } };
    expect((await server.call(sendMessage, { body }, token)).status).toBe(201);
    clamd.behave("well");
    expect((await server.call(uploadMessageFile, { files }, token)).status).toBe(201);
  },
);

test("ADR-042 a call that is repeated with its key after an outage is scanned then", async () => {
  const { token } = await someone();
  const send = () =>
    server.call(uploadMessageFile, { files: [infected()] }, token, { "idempotency-key": "scan-again" });
  clamd.behave("cut");
  expect((await send()).status).toBe(503);
  clamd.behave("well");
  expect((await send()).status).toBe(422);
});

test("ADR-042 T-03 /metrics counts what was found and what could not be asked", async () => {
  const { token } = await someone();
  const counted = async (result: string) => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`plumbline_files_scanned_total\\{result="${result}"\\} (\\d+)`).exec(metrics)?.[1]);
  };
  const [found, unasked] = [await counted("infected"), await counted("unavailable")];
  await server.call(uploadMessageFile, { files: [infected()] }, token);
  clamd.behave("cut");
  await server.call(uploadMessageFile, { files: [infected()] }, token);
  expect([await counted("infected"), await counted("unavailable")]).toEqual([found + 1, unasked + 1]);
});

test("ADR-042 /readyz says how the scanner was last seen and stays 200, and the page of health asks it", async () => {
  const staff = await makeStaff(server.context, { role: "operations" });
  const { token } = await someone();
  const seen = async () => {
    await server.call(uploadMessageFile, { files: [infected()] }, token);
    const answer = await fetch(`${server.url}/readyz`);
    const { body } = await server.call(readHealth, {}, staff.token);
    return [answer.status, ((await answer.json()) as { scanner?: string }).scanner, body.scanner, body.concerns.join()];
  };
  expect(await seen()).toEqual([200, "answers", "answers", expect.not.stringContaining("virus")]);
  clamd.behave("cut");
  expect(await seen()).toEqual([200, "silent", "answers", expect.not.stringContaining("virus")]);
  clamd.behave("rubbish");
  expect((await seen())[3]).toContain("The virus scanner does not answer: nobody can upload files.");
});

test("T-02 ADR-042 doctor finds the scanner well, and says what to do about one that is not", async () => {
  const doctor = async () => examine(testSettings(server.context.settings.dataDirectory, environment), [scannerCheck]);
  const [well, age] = await doctor();
  expect(well).toMatchObject({ state: "ok", says: "clamd answers, finds EICAR and takes files of 25 MB" });
  expect(age?.says).toMatch(/^ClamAV 1\.4\.3 has signatures 27800, \d+ days old$/);
  for (const [behaviour, todo] of [
    ["too large", "StreamMaxLength"],
    ["blind", "freshclam"],
    ["cut", "CLAMD_ADDRESS"],
  ] as const) {
    clamd.behave(behaviour);
    expect(await doctor()).toMatchObject([{ state: "failed", todo: expect.stringContaining(todo) }]);
  }
});

test("ADR-042 without the setting nothing is scanned, and doctor says so", async () => {
  const [finding] = await examine(testSettings(server.context.settings.dataDirectory), [scannerCheck]);
  expect(finding).toMatchObject({ state: "ok", says: expect.stringContaining("CLAMD_ADDRESS is not set") });
});
