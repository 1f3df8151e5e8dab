import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { parse } from "content-disposition";
import { expect, test } from "vitest";
import { makeMember, setUp } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";
import { maxFileSize } from "./files.ts";

const server = testServer();
const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>, token: string) =>
  server.call(uploadMessageFile, { files: [new File([content], name)] }, token);
const someone = async () => (await setUp(server.context, await makeMember(server.context, "customer"))).token;

const png = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

test.each([
  ["an empty file", "nothing.txt", "", "nothing.txt is empty."],
  [
    "a program under a picture's name",
    "holiday.png",
    new TextEncoder().encode("MZ\x90\0\x03\0\0\0binary"),
    "We take pictures",
  ],
  ["a page with a script", "page.html", "<script>alert(1)</script>", "We take pictures"],
  [
    "a drawing with a script",
    "logo.svg",
    '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
    "We take pictures",
  ],
  ["bytes that call themselves text", "notes.txt", Uint8Array.of(116, 0, 101), "We take pictures"],
])("M-09 %s is refused with a message and not stored", async (_case, name, content, sentence) => {
  const answer = await upload(name, content, await someone());
  expect(answer.status).toBe(422);
  expect(Object.values(answer.errors).flat().join(" ")).toContain(sentence);
});

test("M-09 a file over 25 MB is refused by its size", async () => {
  const answer = await upload("big.txt", new Uint8Array(maxFileSize + 1).fill(97), await someone());
  expect([answer.status, Object.values(answer.errors).flat()]).toEqual([422, ["big.txt is larger than 25 MB."]]);
});

test("M-09 E-05 a stored file has the type of its content and a safe name, and opens only by its signed URL", async () => {
  const answer = await upload("../..\\evil\u202Egnp.📈.png", png, await someone());
  expect(answer.body).toMatchObject({ content_type: "image/png", file_size: png.length, file_name: "evilgnp.📈.png" });
  const address = new URL(answer.body.file, server.url);
  const served = await fetch(address);
  expect(served.status).toBe(200);
  expect(served.headers.get("content-security-policy")).toContain("sandbox");
  expect(served.headers.get("x-content-type-options")).toBe("nosniff");
  address.searchParams.set("until", String(Number(address.searchParams.get("until")) + 1));
  expect((await fetch(address)).status).toBe(404);
  server.clock.advance(5 * 60 * 1000);
  expect((await fetch(new URL(answer.body.file, server.url))).status).toBe(404);
});

test("M-09 text is always a download", async () => {
  const answer = await upload("notes.csv", "a,b\n1,2\n", await someone());
  const served = await fetch(new URL(answer.body.file, server.url));
  expect(served.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(served.headers.get("content-type")).toBe("text/plain; charset=utf-8");
});

test.each([
  `${"x".repeat(97)}.txt`,
  `${"x".repeat(98)}.txt`,
  `${"x".repeat(116)}.txt`,
  `${"x".repeat(300)}.txt`,
  `${"📈".repeat(80)}.txt`,
  `${"数".repeat(200)}.txt`,
  `${"x".repeat(5_000)}.txt`,
  "a%2Fb%00?c#d&e=f;g'h(i)*.txt",
  "con.txt",
  ".notes.txt",
])("M-09 a file called %j is served under the name it was stored with", async (name) => {
  const { status, body } = await upload(name, "some text", await someone());
  expect([status, body.file_name.length <= 120]).toEqual([201, true]);
  const served = await fetch(new URL(body.file, server.url));
  expect([served.status, await served.text()]).toEqual([200, "some text"]);
  const { parameters } = parse(served.headers.get("content-disposition") as string);
  expect(parameters["filename"]).toBe(body.file_name);
});

test("M-09 the signature is checked first: a malformed id or that of another file is not found", async () => {
  const token = await someone();
  const { body } = await upload("mine.txt", "mine", token);
  const other = (await upload("other.txt", "other", token)).body;
  const address = new URL(body.file, server.url);
  const id = String(body.id);
  for (const instead of ["x", "", "NaN", "1e3", `0${id}`, `+${id}`, ` ${id}`, "2147483648", "-1", String(other.id)])
    for (const search of [
      address.search,
      "",
      "?until=NaN&signature=",
      "?until=&signature=",
      "?signature=x&signature=y",
    ])
      expect((await fetch(`${server.url}/files/${encodeURIComponent(instead)}/mine.txt${search}`)).status).toBe(404);
  const until = Number(address.searchParams.get("until")) - Math.floor(server.clock.now().getTime() / 1000);
  expect(until).toBeGreaterThan(200);
  expect(until).toBeLessThanOrEqual(300);
});

test("R15 range requests, conditional requests and HEAD of a file", async () => {
  const { body } = await upload("ten.txt", "0123456789", await someone());
  const ask = (headers: Record<string, string>, method = "GET") =>
    fetch(new URL(body.file, server.url), { headers, method });
  for (const [range, status, text, contentRange] of [
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=4-2", 200, "0123456789", null],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["lines=1-2", 200, "0123456789", null],
  ] as const) {
    const answer = await ask({ range });
    expect([range, answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([
      ...[range, status, text, contentRange],
    ]);
    if (status !== 416) expect(answer.headers.get("content-length")).toBe(String(text.length));
  }
  const whole = await ask({});
  expect(whole.headers.get("content-length")).toBe("10");
  const etag = whole.headers.get("etag") as string;
  expect((await ask({ "if-none-match": etag })).status).toBe(304);
  expect((await ask({ range: "bytes=2-4", "if-range": '"another"' })).status).toBe(200);
  const head = await ask({}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
});
