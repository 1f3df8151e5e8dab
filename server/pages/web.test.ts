import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pageHeaders } from "./headers.ts";
import { mountWeb } from "./web.ts";

describe("the headers of every page", () => {
  const policy = (more = {}) =>
    pageHeaders({ nonce: "N", host: "plumbline.test", ...more })["content-security-policy"] ?? "";

  it("W-01 scripts run only from our origin or with this response's nonce", () => {
    expect(policy()).toContain("script-src 'self' 'nonce-N';");
    expect(policy()).not.toContain("script-src 'self' 'unsafe-inline'");
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "frame-src 'none'"])
      expect(policy()).toContain(directive);
  });

  it("W-01 the card provider's script, frames and API are allowed", () => {
    const cards = ["https://js.stripe.example"];
    for (const directive of [
      "script-src 'self' 'nonce-N'",
      "frame-src",
      "connect-src 'self' ws://plumbline.test wss://plumbline.test",
    ])
      expect(policy({ cards })).toContain(`${directive} https://js.stripe.example`);
  });

  it("W-01 an invalid host does not reach the policy", () => {
    expect(policy({ host: "a;script-src *" })).not.toContain("script-src *");
  });
});

describe("mounting the web", () => {
  let directory: string;
  let app: FastifyInstance;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "web-"));
    app = Fastify();
    app.setNotFoundHandler((_request, reply) =>
      reply.status(404).send({ errors: { base: ["We could not find that."] } }),
    );
    await mountWeb(app, { buildDirectory: directory, loadContext: () => ({}) });
  });
  afterEach(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });

  it("rule 14 without a build it says how to get one", async () => {
    const answer = await app.inject("/");
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining("npm start")]);
  });

  it("decision 48 leaves unknown calls to the API's own 404", async () => {
    const answer = await app.inject("/api/nothing");
    expect([answer.statusCode, answer.json()]).toEqual([404, { errors: { base: ["We could not find that."] } }]);
  });
});
