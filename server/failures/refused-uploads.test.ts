import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { uploadProjectFiles } from "@plumbline/contract/engagements/contract.ts";
import { expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";

// R15: a request that is refused before its body has arrived, by a client that reads the response only after it has sent
// everything, as many do.

const server = testServer();
/** More than the buffers of a connection hold. */
const large = 20 * 1024 * 1024;

/** The status that arrives when the whole body is sent first, in one chunk when the head says that it is chunked. */
function statusOf(head: string, body: Buffer): Promise<number> {
  const chunked = head.includes("Transfer-Encoding");
  const length = chunked ? "" : `Content-Length: ${body.length}\r\n`;
  return new Promise((resolve, reject) => {
    const line = connect(Number(new URL(server.url).port), "127.0.0.1");
    line.once("error", reject);
    line.write(`${head}\r\nHost: plumbline\r\n${length}\r\n`);
    if (chunked) line.write(`${body.length.toString(16)}\r\n`);
    line.write(body, (error) => {
      if (error) return;
      line.once("data", (data) => {
        resolve(Number(String(data).split(" ")[1]));
        line.destroy();
      });
    });
  });
}

test.runIf(atNight)(
  "R15 a refusal reaches a client that sends all of its body first, however early it was refused",
  async () => {
    const { token } = await setUp(server.context, await makeMember(server.context, "advisor"));
    const { path, upload } = uploadProjectFiles;
    const part = (name: string, size: number) =>
      `--b\r\nContent-Disposition: form-data; name="${upload.field}"; filename="${name}"\r\n\r\n${"a".repeat(size)}\r\n`;
    const form = (...parts: string[]) => Buffer.from(`${parts.join("")}--b--\r\n`);
    const some = Buffer.alloc(large, 97);
    const type = (name: string) => `HTTP/1.1\r\nContent-Type: ${name}`;
    const [json, files] = [type("application/json"), type("multipart/form-data; boundary=b")];
    const fields = type("application/x-www-form-urlencoded");
    const known = `POST ${path} ${files}\r\nAuthorization: Bearer ${token}`;
    const gzip = "\r\nContent-Encoding: gzip";
    const chunked = "\r\nTransfer-Encoding: chunked";
    const mb = 1024 * 1024;
    const cases: [what: string, status: number, head: string, body: Buffer][] = [
      ["nobody's files", 401, `POST ${path} ${files}`, form(part("a.txt", large))],
      ["no address", 404, `POST /api/nothing ${files}`, some],
      ["JSON that is too large", 413, `POST /oauth/token ${json}`, some],
      ["a webhook that is too large", 413, `POST /webhooks/stripe ${json}`, some],
      ["a card provider's form that is too large", 413, `POST /card-sandbox/v1/charges ${fields}`, some],
      ["what we do not read", 415, `POST /oauth/token ${type("application/xml")}`, some],
      ["an expectation", 417, `POST /oauth/token ${json}\r\nExpect: a miracle`, some],
      ["compressed files", 415, known + gzip, gzipSync(some, { level: 0 })],
      ["JSON that is too large once decompressed", 413, `POST /oauth/token ${json}${gzip}`, gzipSync(some)],
      ["JSON that is not compressed as it says", 400, `POST /oauth/token ${json}${gzip}${chunked}`, some],
      ["a head that is no HTTP", 400, `POST /oauth/token ${json}\r\nX Y: z`, some],
      ["a version that is none", 400, "POST /oauth/token HTTP/9.9", some],
      ["a head that is too long", 431, `POST /oauth/token ${json}\r\nX: ${"x".repeat(40_000)}`, some],
      ["a first file of a wrong type", 422, known, form(part("a.exe", 10), part("b.txt", large))],
      ["a file that is too large", 422, known, form(part("a.txt", 2 * large))],
      ["too many files", 422, known, form(...Array.from({ length: 30 }, (_, at) => part(`${at}.txt`, mb)))],
      ["a form without headers", 400, known, Buffer.concat([Buffer.from("--b\r\n\r\n\r\n--b\r\n"), some])],
    ];
    for (const [what, status, head, body] of cases)
      expect([what, await statusOf(head, body).catch(String)]).toEqual([what, status]);
  },
);
