import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { uploadProjectFiles } from "@plumbline/contract/engagements/contract.ts";
import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { testBrowser } from "../testing/browser.ts";
import { testServer } from "../testing/plumbline.ts";
import { sized } from "../testing/size.ts";
import { type AbusiveFile, abusiveFiles } from "./abusive-files.ts";

// R15: harmful files, uploaded to every endpoint that accepts files, and then opened on our own origin.

const server = testServer({}, { pages: true });
const browser = testBrowser();
const someone = async (): Promise<Person> => setUp(server.context, await makeMember(server.context, "advisor"));

/** As a hostile program would send it: nothing in the name or the type is escaped or left out. */
async function send(path: string, field: string, token: string, { name, bytes, type = "image/png" }: AbusiveFile) {
  const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n${type === null ? "" : `Content-Type: ${type}\r\n`}\r\n`;
  const answer = await fetch(server.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
    body: new Uint8Array(Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--b--\r\n")])),
  });
  const said = await answer.json().catch(() => null);
  return { status: answer.status, kept: (answer.ok ? [said].flat() : []) as Record<string, string>[] };
}

const inline = /^(image\/(png|jpeg|webp|gif)|application\/pdf)$/;
const folders = async () => (await readdir(server.context.settings.dataDirectory)).sort();

test.runIf(atNight)(
  "R15 none of sixty harmful files gets a 5xx, is stored outside its folder or served as anything executable",
  async () => {
    const files = await abusiveFiles();
    expect(files.length).toBeGreaterThanOrEqual(60);
    const before = await folders();
    const addresses: string[] = [];
    for (const { path, upload } of [uploadMessageFile, uploadProjectFiles, uploadPhoto]) {
      const { token } = await someone();
      for (const file of files) {
        const { status, kept } = await send(path, upload.field, token, file);
        expect([file.name, [200, 201, 400, 413, 422]]).toEqual([file.name, expect.arrayContaining([status])]);
        for (const one of kept)
          addresses.push(...[one["file"], one["photo"], one["photo_large"]].flatMap((it) => it ?? []));
      }
    }
    // Pictures are accepted by three endpoints, texts and archives by two: most uploads were refused.
    expect(addresses.length).toBeGreaterThan(50);
    expect(await folders()).toEqual(before);
    expect(await readdir(server.context.store.incoming)).toEqual([]);
    for (const key of await readdir(join(server.context.store.incoming, "..")))
      expect(key).toMatch(/^([0-9a-f-]{36}|incoming)$/);

    for (const address of addresses) {
      const answer = await fetch(server.url + address);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { headers } = answer;
      const type = headers.get("content-type") ?? "";
      expect([address, answer.status, headers.get("content-length")]).toEqual([address, 200, String(bytes.length)]);
      if (headers.get("content-disposition")?.startsWith("inline"))
        expect([address, type]).toEqual([address, expect.stringMatching(inline)]);
      else expect(headers.get("content-disposition")).toMatch(/^attachment/);
      expect(type).not.toMatch(/html|svg|xml|script/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("sandbox");
      expect(headers.get("cache-control")).toMatch(/^private/);
    }

    const { page, pageViolations } = await browser.open(server.url);
    for (const address of addresses.filter((_, number) => number % sized(1, 4) === 0)) {
      // A download ends the navigation, so nothing of it is rendered.
      await page.goto(server.url + address).catch(() => {});
      const tag = `<script src="${address}"></script><img src="${address}">`;
      await page.goto(`${server.url}/about`);
      await page.evaluate(
        `document.body.append(document.createRange().createContextualFragment(${JSON.stringify(tag)}))`,
      );
    }
    expect(pageViolations).toEqual({ scripts: [], violations: [], foreign: [] });
  },
  120_000,
);

test("R15 floods of pixels, frames and bytes are refused, and a photo's location is removed", async () => {
  const [{ token }, files] = [await someone(), await abusiveFiles()];
  const named = (name: string) => files.find((file) => file.name === name) as AbusiveFile;
  for (const name of ["flood.png", "frames.gif", "broken.jpg", "page.png", "eicar.com", "script.svg", "empty.png"])
    for (const { path, upload } of [uploadMessageFile, uploadProjectFiles, uploadPhoto]) {
      // A truncated picture can often be decoded all the same.
      if (name === "broken.jpg" && path !== uploadPhoto.path) continue;
      expect([name, (await send(path, upload.field, token, named(name))).status]).toEqual([name, 422]);
    }
  const { status, kept } = await send(uploadPhoto.path, "file", token, named("gps.jpg"));
  expect(status).toBe(200);
  for (const address of [kept[0]?.["photo"], kept[0]?.["photo_large"]]) {
    const bytes = Buffer.from(await (await fetch(server.url + address)).arrayBuffer());
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
  }
  const many = Array.from(
    { length: 500 },
    () => `--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\na\r\n`,
  );
  const parts = await fetch(server.url + uploadProjectFiles.path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
    body: `${many.join("")}--b--\r\n`,
  });
  expect(parts.status).toBe(422);
  expect(await readdir(server.context.store.incoming)).toEqual([]);
});
