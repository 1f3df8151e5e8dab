import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { expect, test } from "vitest";
import { makeMember, setUp } from "../demo/people.ts";
import { aWorld } from "../testing/plumbline.ts";
import { harmlessName, largestFile } from "./files.ts";

const world = aWorld();
const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>, token: string) =>
  world.call(uploadMessageFile, { files: [new File([content], name)] }, token);
const someone = async () => (await setUp(world.house, await makeMember(world.house, "customer"))).token;

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
])("M-09 %s is refused with a sentence and nothing is kept", async (_case, name, content, sentence) => {
  const answer = await upload(name, content, await someone());
  expect(answer.status).toBe(422);
  expect(Object.values(answer.errors).flat().join(" ")).toContain(sentence);
});

test("M-09 a file over 25 MB is refused by its size", async () => {
  const answer = await upload("big.txt", new Uint8Array(largestFile + 1).fill(97), await someone());
  expect([answer.status, Object.values(answer.errors).flat()]).toEqual([422, ["big.txt is larger than 25 MB."]]);
});

test("M-09 E-05 what is kept is known by its content, has a harmless name, and opens only at its own address", async () => {
  const answer = await upload("../..\\evil\u202Egnp.📈.png", png, await someone());
  expect(answer.body).toMatchObject({ content_type: "image/png", file_size: png.length, file_name: "evilgnp.📈.png" });
  const address = new URL(answer.body.file, world.url);
  const served = await fetch(address);
  expect(served.status).toBe(200);
  expect(served.headers.get("content-security-policy")).toContain("sandbox");
  expect(served.headers.get("x-content-type-options")).toBe("nosniff");
  address.searchParams.set("until", String(Number(address.searchParams.get("until")) + 1));
  expect((await fetch(address)).status).toBe(404);
  world.clock.advance(3 * 3600 * 1000);
  expect((await fetch(new URL(answer.body.file, world.url))).status).toBe(404);
});

test("M-09 text is always a download", async () => {
  const answer = await upload("notes.csv", "a,b\n1,2\n", await someone());
  const served = await fetch(new URL(answer.body.file, world.url));
  expect(served.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(served.headers.get("content-type")).toContain("text/plain");
});

test.each([
  ["", "file"],
  ["one\ntwo\u202E.pdf", "onetwo.pdf"],
  ["...", "file"],
  ["a/b/c.pdf", "c.pdf"],
  [`${"x".repeat(300)}.pdf`, `${"x".repeat(116)}.pdf`],
])("M-09 the name %j becomes %j", (name, harmless) => {
  expect(harmlessName(name)).toBe(harmless);
});
