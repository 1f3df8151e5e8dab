import { readContentPage } from "@plumbline/contract/content/contract.ts";
import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { siteTextNames, siteTexts } from "@plumbline/contract/site-texts/catalogue.ts";
import * as contract from "@plumbline/contract/site-texts/contract.ts";
import { siteWordingErrors, withoutPicture, withPicture } from "@plumbline/contract/site-texts/rules.ts";
import { delivered } from "@plumbline/sandbox/content/revisions.ts";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { callOver } from "../../testing/calling.ts";
import { testServer } from "../../testing/plumbline.ts";
import { removeUnattached } from "../files/jobs.ts";
import { deliveredWording } from "./wording.ts";

const server = testServer({}, { secondProcess: true });
let ada: Person;
let ben: Person;
beforeAll(async () => {
  ada = await makeStaff(server.context, { name: "Ada Lind", role: "operations" });
  ben = await makeStaff(server.context, { name: "Ben Rowe" });
});

// Nothing answers there, and no call of staff's needs it.
const elsewhere = testServer({ CONTENT_URL: "http://127.0.0.1:9/words" });

const params = { name: "privacy-policy" } as const;
const banner = { name: "how-it-works-bottom" } as const;
const wording = { title: "Privacy", text: "We keep little.", button: "", link: "", pictures: [] };
type Sent = Partial<Parameters<typeof server.call<typeof contract.saveSiteText>>[1]["body"]>;
const save = (change: Sent, by = ada, where: { name: (typeof siteTextNames)[number] } = params) =>
  server.call(contract.saveSiteText, { params: where, body: { ...wording, version: 0, ...change } }, by.token);
const read = async (where: { name: (typeof siteTextNames)[number] } = params) =>
  (await server.call(contract.readSiteText, { params: where }, ada.token)).body;
const restore = async (of: number) =>
  server.call(contract.restoreSiteText, { params, body: { of, version: (await read()).version } }, ada.token);
const page = async (id: number) => (await server.call(readContentPage, { params: { id } })).body;
const picture = async (name = "team.jpg") => {
  const pixels = sharp({ create: { width: 1800, height: 900, channels: 3, background: "#2f5d50" } });
  const bytes = await pixels
    .withExif({ IFD0: { Copyright: "the camera's" } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });
};
const upload = async (by = ada) =>
  (await server.call(contract.uploadSitePicture, { files: [await picture()] }, by.token)).body;

test("G-77 refused: other roles, unknown texts, links and pictures that lead elsewhere, and what a place does not take", async () => {
  const finance = await makeStaff(server.context, { role: "finance" });
  const member = await makeMember(server.context, "advisor");
  for (const { token } of [finance, member])
    expect((await server.call(contract.saveSiteText, { params, body: { ...wording, version: 0 } }, token)).status).toBe(
      404,
    );
  expect((await server.call(contract.readSiteText, { params: { name: "home" as "home-top" } }, ada.token)).status).toBe(
    404,
  );
  expect((await save({ title: " " })).errors).toEqual({ title: ["Please write a title."] });
  for (const address of [
    "javascript:alert(1)",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "data:text/html,x",
    "/a b",
    "/a_(b)",
    "",
  ])
    expect((await save({ text: `Read [this](${address}).` })).errors["text"]?.[0], address).toMatch(/^A link leads to/);
  expect((await save({ text: "![a](https://elsewhere.example/a.png)" })).errors["text"]?.[0]).toMatch(
    /^A text takes no pictures/,
  );
  expect((await save({ text: "One\n\n[picture 1]" })).errors).toEqual({ text: ["There is no picture 1."] });
  expect((await save({ button: "Go", link: "/contact" })).errors).toEqual({
    button: ["This text has no button."],
    link: ["This text has no button."],
  });
  expect((await save({ text: "Now", button: "Go", link: "https://elsewhere.example" }, ada, banner)).errors).toEqual({
    link: ["Please give a page of ours, such as /contact."],
  });
  expect((await save({ text: "x".repeat(601), button: "Go", link: "/" }, ada, banner)).errors).toEqual({
    text: ["Please keep a banner under 600 characters."],
  });
  expect((await restore(7)).status).toBe(404);
  expect((await read()).version).toBe(0);
});

test("G-79 where another content service has the texts the list says where, and every other call refuses with that", async () => {
  const { token } = await makeStaff(elsewhere.context);
  const list = await elsewhere.call(contract.listSiteTexts, {}, token);
  expect(list.body).toEqual({ edited_at: "http://127.0.0.1:9/words", entries: [] });
  const refused = await Promise.all([
    elsewhere.call(contract.readSiteText, { params }, token),
    elsewhere.call(contract.readSiteTextVersion, { params: { ...params, version: 0 } }, token),
    elsewhere.call(contract.saveSiteText, { params, body: { ...wording, version: 0 } }, token),
    elsewhere.call(contract.restoreSiteText, { params, body: { of: 0, version: 0 } }, token),
    elsewhere.call(contract.previewSiteText, { params, body: wording }, token),
    elsewhere.call(contract.uploadSitePicture, { files: [await picture()] }, token),
  ]);
  for (const { status, errors } of refused)
    expect([status, errors]).toEqual([
      409,
      { base: ["The texts of the public pages come from 127.0.0.1:9. Please change them there."] },
    ]);
});

test("G-77 refused: a file that is no picture, a picture without words, unplaced, twice, a colleague's, and one that was never uploaded", async () => {
  const text = new File(["a"], "a.txt", { type: "text/plain" });
  expect((await server.call(contract.uploadSitePicture, { files: [text] }, ada.token)).errors["file"]?.[0]).toMatch(
    /not a picture/,
  );
  const { id } = await upload();
  const placed = { text: "One\n\n[picture 1]" };
  expect((await save({ ...placed, pictures: [{ id, alt: "" }] })).errors).toEqual({
    "pictures.0.alt": ["Please say what the picture shows."],
  });
  expect((await save({ pictures: [{ id, alt: "The team" }] })).errors).toEqual({
    text: ["Please place [picture 1] once, on a line of its own."],
  });
  const twice = [
    { id, alt: "The team" },
    { id, alt: "The team" },
  ];
  expect((await save({ text: "[picture 1]\n\n[picture 2]", pictures: twice })).errors).toEqual({
    pictures: ["Please use each picture once."],
  });
  const gone = { pictures: ["A picture is not there any more. Please upload it again."] };
  expect((await save({ ...placed, pictures: [{ id, alt: "The team" }] }, ben)).errors).toEqual(gone);
  expect((await save({ ...placed, pictures: [{ id: 2_000_000, alt: "The team" }] })).errors).toEqual(gone);
  expect((await save({ pictures: [{ id, alt: "Team" }], button: "Go", link: "/" }, ada, banner)).errors).toEqual({
    pictures: ["This banner has no picture."],
  });
  expect((await fetch(`${server.url}/files/pictures/nothing`)).status).toBe(404);
});

test("G-77 of two who save at once one is refused and reads who was first; the audit has both wordings in outline", async () => {
  const { version } = await read();
  const both = await Promise.all([save({ version }), save({ version, title: "Privacy, shortly" }, ben)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.errors["base"]?.[0]).toMatch(
    /^(Ada Lind|Ben Rowe) changed this text in the meantime/,
  );
  const { rows } = await server.context.db.execute<{ data: unknown }>(
    "select data from events where kind = 'site_text.changed' order by id desc limit 1",
  );
  expect(rows[0]?.data).toMatchObject({ text: "Privacy policy", before: { title: "Privacy Policy" } });
});

test("G-77 G-78 visitors read a page with its picture at once at every process, and an earlier version again", async () => {
  await restore(0);
  const { version, text: before } = await read();
  expect(before).toContain("## Who we are");
  const { id, file, width, height } = await upload();
  expect([width, height]).toEqual([1600, 800]);
  const text = "## Who reads <script>this</script>\n\n[picture 1]\n\nWrite [to us](/contact), or *do not*.";
  const told = { text, pictures: [{ id, alt: 'The "team" <b>' }] };
  const shown = (await server.call(contract.previewSiteText, { params, body: { ...wording, ...told } }, ada.token))
    .body;
  expect(await page(pageIds.privacy)).toMatchObject({ title: { rendered: "Privacy Policy" } });
  await save({ ...told, version });
  for (const { url } of [server, server.secondProcess])
    await expect
      .poll(async () => (await callOver(url, readContentPage, { params: { id: pageIds.privacy } })).body.title.rendered)
      .toBe("Privacy");
  const { content, ...read1 } = await page(pageIds.privacy);
  expect(read1).toMatchObject({ slug: "privacy-policy", title: { rendered: "Privacy" } });
  expect(content?.rendered).toBe(shown.html);
  expect(shown.html).toContain("<h2>Who reads &lt;script&gt;this&lt;/script&gt;</h2>");
  expect(shown.html).toContain(`<img src="${file}" alt="The &quot;team&quot; &lt;b&gt;" loading="lazy" width="1600"`);
  expect(shown.html).toContain('<a href="/contact">to us</a>, or <em>do not</em>');
  const wire = await (await fetch(`${server.url}/wp-json/wp/v2/pages/${pageIds.privacy}`)).json();
  expect(wire).toHaveProperty("modified_gmt", (await read()).versions[0]?.created_at.slice(0, 19));

  const served = await fetch(server.url + file);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const bytes = Buffer.from(await served.arrayBuffer());
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  const etag = served.headers.get("etag") as string;
  expect((await fetch(server.url + file, { headers: { "if-none-match": etag } })).status).toBe(304);

  // A colleague keeps the picture, and it stays while any version has it.
  const next = await save({ ...told, title: "Privacy, again", version: version + 1 }, ben);
  expect(next.status).toBe(200);
  await restore(0);
  expect((await page(pageIds.privacy)).title.rendered).toBe("Privacy Policy");
  server.clock.advance(2 * dayMs);
  await removeUnattached(server.context);
  expect((await fetch(server.url + file)).status).toBe(200);
  expect((await restore(version + 1)).body).toMatchObject({ title: "Privacy", pictures: [{ id, file }] });
  expect((await page(pageIds.privacy)).title.rendered).toBe("Privacy");
  const look = { params: { ...params, version: version + 2 } };
  expect((await server.call(contract.readSiteTextVersion, look, ada.token)).body.title).toBe("Privacy, again");
  const { versions } = await read();
  expect(versions.slice(0, 3).map(({ delivered, by }) => [delivered, by])).toEqual([
    [false, "Ada Lind"],
    [true, "Ada Lind"],
    [false, "Ben Rowe"],
  ]);
});

test("G-77 a banner's parts are changed beside each other, and the list says which texts are not as delivered", async () => {
  const { id, file } = await upload();
  const top = { name: "how-it-works-top" } as const;
  const title = "Eight steps & <one> *line.*";
  await save({ title, text: "From A & B", pictures: [{ id, alt: "A line" }] }, ada, top);
  await save({ title: "Ready?", text: "Begin.", button: "Begin", link: "/apply-advisor" }, ben, banner);
  const { acf } = await page(pageIds.howItWorks);
  expect(acf).toMatchObject({
    hero_title: "Eight steps &amp; &lt;one&gt; <em>line.</em>",
    hero_description: "From A &amp; B",
    hero_image: { url: file, alt: "A line" },
    bottom_title: "Ready?",
    bottom_link: "/apply-advisor",
  });
  expect(acf?.["process_steps"]).toHaveLength(8);
  const { entries, edited_at } = (await server.call(contract.listSiteTexts, {}, ada.token)).body;
  expect(edited_at).toBeNull();
  const states = Object.fromEntries(entries.map(({ name, changed }) => [name, changed?.by]));
  expect(states).toMatchObject({ [top.name]: "Ada Lind", [banner.name]: "Ben Rowe", "home-top": undefined });
});

test("G-77 a banner's picture is left out, the delivered one as well, and taken again; each version has its own", async () => {
  const top = { name: "how-we-help-top" } as const;
  const given = await read(top);
  expect(given).toMatchObject({ pictures: [], pictureless: false, delivered_picture: { width: expect.any(Number) } });
  const { id } = await upload();
  const { title, text } = given;
  const change = (sent: Sent) => save({ title, text, ...sent }, ada, top);
  const image = async () => (await page(pageIds.howWeHelp)).acf?.["hero_image"];
  const shown = (version: number) =>
    server.call(contract.readSiteTextVersion, { params: { ...top, version } }, ada.token);
  const delivered = await image();

  expect((await change({ pictures: [{ id, alt: "A line" }], pictureless: true })).errors).toEqual({
    pictures: ["Please choose a picture or none, not both."],
  });
  expect((await save({ pictureless: true })).errors).toEqual({ pictures: ["There is no picture here to leave out."] });
  expect((await change({ pictureless: true })).body).toMatchObject({ pictures: [], pictureless: true, version: 1 });
  expect(await image()).toBe(false);
  await change({ pictures: [{ id, alt: "A line" }], version: 1 });
  expect(await image()).toMatchObject({ alt: "A line" });
  await change({ version: 2 });
  expect(await image()).toEqual(delivered);
  const again = await server.call(contract.restoreSiteText, { params: top, body: { of: 1, version: 3 } }, ada.token);
  expect(again.body).toMatchObject({ pictureless: true, version: 4 });
  expect(await image()).toBe(false);
  expect((await Promise.all([0, 1, 2, 3, 4].map(shown))).map(({ body }) => body.picture?.alt)).toEqual([
    given.delivered_picture?.alt,
    undefined,
    "A line",
    given.delivered_picture?.alt,
    undefined,
  ]);
  const { rows } = await server.context.db.execute<{ data: unknown }>(
    "select data from events where kind = 'site_text.restored' order by id desc limit 1",
  );
  expect(rows[0]?.data).toMatchObject({ after: { pictures: 0, pictureless: true } });
  await server.call(contract.restoreSiteText, { params: top, body: { of: 0, version: 4 } }, ada.token);
  expect(await image()).toEqual(delivered);
});

test("G-77 what was delivered keeps every rule of its place, and becomes the same page when it is saved unchanged", async () => {
  for (const name of siteTextNames) {
    const { pictures: _none, ...given } = deliveredWording(delivered, name);
    expect(siteWordingErrors(name, { ...given, pictures: [] }), name).toEqual({});
    if (name in siteTexts && ["privacy-policy", banner.name, "how-it-works-top", "how-we-help-top"].includes(name))
      continue;
    const id = pageIds[siteTexts[name].page];
    const before = await page(id);
    expect((await save({ ...given, pictures: [] }, ada, { name })).status, name).toBe(200);
    expect(await page(id), name).toEqual(before);
  }
});

test("G-77 a picture's line follows its number", () => {
  const two = withPicture(withPicture("A", 1), 2);
  expect(two).toBe("A\n\n[picture 1]\n\n[picture 2]\n");
  expect(withoutPicture(two, 1)).toBe("A\n\n[picture 1]\n");
});

test("G-77 the questions are groups of questions with answers, and nothing else", async () => {
  const where = { name: "faq" } as const;
  const { version } = await read(where);
  const saved = (text: string) => save({ title: "Asked", text, version }, ada, where);
  for (const [text, error] of [
    ["## Membership\n\n### What is it?\n\nA plan.", "Please begin with one sentence, which stands under the title."],
    ["A sentence.", "Please begin a group of questions by a line such as ## Membership."],
    ["A.\n\n## Membership", "The group “Membership” has no question: a line such as ### What does it cost?"],
    ["A.\n\n## M\n\n### What?\n\n### Who?\n\nWe.", "Each question needs words and an answer: “What?” has none."],
    ["A.\n\n## M\n### What?\nThat.\n### What?\nThis.", "“What?” is asked twice."],
  ] as const)
    expect((await saved(text)).errors, text).toEqual({ text: [error] });
  expect((await saved("Ask us.\n\n## Fees & more\n\n### <How> much?\n\n- A *little*\n- [More](/contact)")).status).toBe(
    200,
  );
  expect((await page(pageIds.faq)).acf).toMatchObject({
    hero_title: "Asked",
    hero_description: "Ask us.",
    faq_groups: [
      {
        faq_tab_name: "Fees &amp; more",
        questions: [
          {
            question_title: "&lt;How> much?",
            faq_answer: '<ul>\n<li>A <em>little</em></li>\n<li><a href="/contact">More</a></li>\n</ul>\n',
          },
        ],
      },
    ],
  });
});
