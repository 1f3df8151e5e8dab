import { Readable } from "node:stream";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { Download } from "./download.ts";

const app = fastify();
const type = "text/plain; charset=utf-8";
let file: Download;
app.get("/", (_request, reply) => (file.sendable ? file.send(reply) : reply.code(409).send()));
afterAll(() => app.close());

test.each([
  ["text", () => "one, two", [200, 200]],
  ["bytes", () => Buffer.from("one, two"), [200, 200]],
  ["a stream", () => Readable.from(["one,", " two"]), [200, 409]],
])("rule 21 %s can be sent as often as it can be read", async (_name, body, statuses) => {
  file = new Download(body(), { type, name: "list.csv" });
  const [first, second] = [await app.inject("/"), await app.inject("/")];
  expect([first.statusCode, second.statusCode]).toEqual(statuses);
  expect(first.body).toBe("one, two");
  expect(first.headers).toMatchObject({
    "content-type": type,
    "content-disposition": 'attachment; filename="list.csv"',
    "cache-control": "private, no-store",
  });
});
