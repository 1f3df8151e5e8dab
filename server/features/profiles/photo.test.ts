import { readOwnProfile, uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeMember } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
const file = (bytes: Uint8Array | string, name: string) => new File([bytes as string], name);

async function picture(): Promise<Uint8Array> {
  return sharp({ create: { width: 900, height: 400, channels: 3, background: "#1F5C4D" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "at home" } })
    .toBuffer();
}

test("P-12 a customer, a visitor, and a file that is not a picture are refused", async () => {
  const customer = await makeMember(server.context, "customer");
  const advisor = await makeMember(server.context, "advisor");
  const files = [file(await picture(), "me.jpg")];
  expect((await server.call(uploadPhoto, { files })).status).toBe(401);
  expect((await server.call(uploadPhoto, { files }, customer.token)).status).toBe(404);
  const text = await server.call(uploadPhoto, { files: [file("a,b\n1,2\n", "me.csv")] }, advisor.token);
  expect([text.status, text.errors]).toEqual([422, { file: [texts.notAPicture] }]);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';
  for (const [content, name] of [
    ["words that call themselves a picture", "me.png"],
    [drawing, "me.svg"],
  ] as const) {
    const refused = await server.call(uploadPhoto, { files: [file(content, name)] }, advisor.token);
    expect([name, refused.status, refused.errors]).toEqual([name, 422, { file: [texts.notAPicture] }]);
  }
  const two = await server.call(uploadPhoto, { files: [...files, ...files] }, advisor.token);
  expect([two.status, two.errors]).toEqual([422, { file: ["Please choose one file."] }]);
  const disguised = await server.call(
    uploadPhoto,
    { files: [file("%PDF-1.7 not a picture", "me.png")] },
    advisor.token,
  );
  expect(disguised.status).toBe(422);
  const broken = await server.call(
    uploadPhoto,
    { files: [file((await picture()).subarray(0, 300), "half.jpg")] },
    advisor.token,
  );
  expect([broken.status, broken.errors]).toEqual([
    422,
    { file: ["half.jpg is damaged: it cannot be shown as a picture."] },
  ]);
});

test("P-12 a photo becomes a square WebP in avatar size and large, is in the profile, and loses its camera metadata", async () => {
  const advisor = await makeMember(server.context, "advisor");
  const { status, body } = await server.call(uploadPhoto, { files: [file(await picture(), "me.jpg")] }, advisor.token);
  expect(status).toBe(200);
  const own = await server.call(readOwnProfile, { params: { role: "advisors" } }, advisor.token);
  expect(own.body.profile).toMatchObject(body);
  const sizes = [];
  for (const address of [body.photo, body.photo_large]) {
    const answer = await fetch(server.url + address);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const { width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(exif).toBeUndefined();
    sizes.push([width, height]);
  }
  expect(sizes).toEqual([
    [192, 192],
    [640, 640],
  ]);
});
