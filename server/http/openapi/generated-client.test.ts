import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { generateApi } from "swagger-typescript-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atNight } from "../../../tools/nightly.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { exampleOf } from "./examples.ts";

// A client that a public generator makes from the document compiles, and every example works with it. The test server
// also checks each response against its declared schema (server/testing/documented.ts).

type Json = Record<string, unknown>;
type Parameter = { name: string; in: "path" | "query"; schema: Json };
type Operation = {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
};
type Outcome = { status: number; data: unknown; error: unknown };
type Client = Record<string, Record<string, (...args: unknown[]) => Promise<Outcome>>>;

const server = testServer();
let folder: string;
let operations: Operation[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-client-"));
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, Json> };
  const ours = Object.entries(document.paths).filter(([path]) => /^\/(api|oauth)\//.test(path));
  operations = ours.flatMap(([, methods]) => Object.values(methods) as Operation[]);
  // The generator's own flags: no enums, so that Node runs the file as it is.
  await generateApi({
    spec: document as never,
    output: folder,
    fileName: "client.ts",
    httpClientType: "fetch",
    generateUnionEnums: true,
    moduleNameFirstTag: true,
    silent: true,
  });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test("decision 40 a client that a public generator makes of the document compiles under strict rules", async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "esnext",
    module: "esnext",
    lib: ["esnext", "dom"],
    types: [],
  };
  const project = join(folder, "tsconfig.json");
  await writeFile(project, JSON.stringify({ compilerOptions, include: ["client.ts"] }));
  const { stdout } = await promisify(execFile)(resolve("node_modules/.bin/tsc"), ["-p", project]);
  expect(stdout).toBe("");
});

test.runIf(atNight)(
  "decision 40 every example works with the generated client, for visitors and for every role",
  async () => {
    const { Api } = (await import(pathToFileURL(join(folder, "client.ts")).href)) as {
      Api: new (given: object) => Client;
    };
    const people: (Person | null)[] = [
      null,
      await setUp(server.context, await makeMember(server.context, "customer")),
      await setUp(server.context, await makeMember(server.context, "advisor")),
      await makeStaff(server.context),
    ];
    expect(operations.length).toBeGreaterThan(90);
    let taken = 0;
    for (const person of people) {
      const headers = person ? { authorization: `Bearer ${person.token}` } : {};
      const client = new Api({ baseUrl: server.url, baseApiParams: { headers, format: "json" } });
      const groups = Object.values(client).filter((group) => typeof group === "object" && group !== null);
      for (const operation of operations) {
        const call = groups.map((group) => group[operation.operationId]).find(Boolean);
        expect([operation.operationId, typeof call]).toEqual([operation.operationId, "function"]);
        const { status, error } = await (call as NonNullable<typeof call>)(...argumentsFor(operation)).catch(
          (refusal: Outcome) => refusal,
        );
        expect([operation.operationId, status]).toEqual([operation.operationId, expect.any(Number)]);
        expect(status).toBeLessThan(500);
        if (status >= 400) expect(error).toHaveProperty("errors");
        else taken += 1;
        // Examples have the right types: a refusal concerns their values only.
        expect([operation.operationId, status]).not.toEqual([operation.operationId, 415]);
      }
    }
    expect(taken).toBeGreaterThan(25);
  },
  120_000,
);

/** In the generator's order: the parameters of the path, the query, the body. */
function argumentsFor({ parameters = [], requestBody }: Operation): unknown[] {
  const args: unknown[] = parameters
    .filter((each) => each.in === "path")
    .map((each) => exampleOf(each.schema, each.name));
  if (parameters.some((each) => each.in === "query")) args.push({});
  const { "multipart/form-data": form, "application/json": json } = requestBody?.content ?? {};
  if (form) {
    const data = new FormData();
    const [field = ""] = Object.keys(form.schema["properties"] as Json);
    data.append(field, new File(["Some words"], "words.txt", { type: "text/plain" }));
    args.push(data);
  } else if (json) args.push(json.example);
  return args;
}
