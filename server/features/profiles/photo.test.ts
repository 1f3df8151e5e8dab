import { readOwnProfile, uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeMember } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";

const world = aWorld();
const file = (bytes: Uint8Array | string, name: string) => new File([bytes as string], name);

async function picture(): Promise<Uint8Array> {
  return sharp({ create: { width: 900, height: 400, channels: 3, background: "#1F5C4D" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "at home" } })
    .toBuffer();
}

test("P-12 a customer, a visitor, and a file that is no picture are refused", async () => {
  const customer = await makeMember(world.house, "customer");
  const advisor = await makeMember(world.house, "advisor");
  const files = [file(await picture(), "me.jpg")];
  expect((await world.call(uploadPhoto, { files })).status).toBe(401);
  expect((await world.call(uploadPhoto, { files }, customer.token)).status).toBe(404);
  const text = await world.call(uploadPhoto, { files: [file("a,b\n1,2\n", "me.csv")] }, advisor.token);
  expect([text.status, text.errors]).toEqual([422, { file: [texts.notAPicture] }]);
  const disguised = await world.call(uploadPhoto, { files: [file("%PDF-1.7 not a picture", "me.png")] }, advisor.token);
  expect(disguised.status).toBe(422);
  const broken = await world.call(
    uploadPhoto,
    { files: [file((await picture()).subarray(0, 300), "half.jpg")] },
    advisor.token,
  );
  expect([broken.status, broken.errors]).toEqual([
    422,
    { file: ["half.jpg is damaged: it cannot be shown as a picture."] },
  ]);
});

test("P-12 a photo becomes a square WebP at avatar size and large, is in the profile, and forgets what the camera noted", async () => {
  const advisor = await makeMember(world.house, "advisor");
  const { status, body } = await world.call(uploadPhoto, { files: [file(await picture(), "me.jpg")] }, advisor.token);
  expect(status).toBe(200);
  const own = await world.call(readOwnProfile, { params: { role: "advisors" } }, advisor.token);
  expect(own.body.profile).toMatchObject(body);
  const sizes = [];
  for (const address of [body.photo, body.photo_large]) {
    const answer = await fetch(world.url + address);
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
