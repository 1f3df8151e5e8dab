import { present } from "@plumbline/contract/present.ts";
import { type SiteTextName, siteTexts } from "@plumbline/contract/site-texts/catalogue.ts";
import { type SiteWording, siteWordingErrors } from "@plumbline/contract/site-texts/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { attachableFiles } from "../files/actions.ts";
import { changedMeanwhile } from "../profiles/changed-meanwhile.ts";
import { sizesOf } from "./pictures.ts";
import type { StoredPicture } from "./schema.ts";
import { findVersion, insertVersion, newestTextOf, picturesOfText } from "./store.ts";
import { type Delivered, type Wording, wordingOf } from "./wording.ts";

type Change = { name: SiteTextName; version: number };

/** How many versions are listed, whose pictures can be used again. */
export const mostVersions = 50;

/** What was delivered. Throws conflict while another content service has the texts (row G-79). */
export function requireEmbedded({ settings, siteTexts: { delivered } }: AppContext): Delivered {
  if (delivered) return delivered;
  const { host } = new URL(present(settings.contentUrl, "CONTENT_URL"));
  throw conflict(`The texts of the public pages come from ${host}. Please change them there.`);
}

/** A text with its pictures. Throws invalid for what its place does not take, and for pictures that are not there. */
export async function soundWording(
  context: AppContext,
  staff: Member,
  name: SiteTextName,
  wording: SiteWording,
): Promise<Wording> {
  const errors = siteWordingErrors(name, wording);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const used = wording.pictures.length > 0 ? await picturesOfText(context.db, name, mostVersions) : null;
  const missing = wording.pictures.map(({ id }) => id).filter((id) => !used?.has(id));
  const uploaded = await attachableFiles(context, context.db, staff.id, "site", missing);
  const sizes = await sizesOf(context, uploaded);
  const pictures = wording.pictures.flatMap(({ id, alt }): StoredPicture[] => {
    const known = used?.get(id) ?? sizes.get(id);
    return known ? [{ ...known, alt }] : [];
  });
  if (pictures.length < wording.pictures.length)
    throw invalid({ pictures: ["A picture is not there any more. Please upload it again."] });
  return { ...wording, pictures };
}

/** Gives a public page's text a wording. Throws invalid, and conflict when another version was saved first. */
export async function changeText(
  context: AppContext,
  staff: Member,
  { name, version }: Change,
  wording: SiteWording,
): Promise<void> {
  const delivered = requireEmbedded(context);
  const sound = await soundWording(context, staff, name, wording);
  await saveVersion(context, staff, { name, version }, async () => ({
    wording: sound,
    event: { kind: "site_text.changed" },
    delivered,
  }));
}

/** Takes an earlier version again, or with 0 what was delivered. Throws notFound for one that there is not. */
export async function restoreText(context: AppContext, staff: Member, change: Change, of: number): Promise<void> {
  const delivered = requireEmbedded(context);
  await saveVersion(context, staff, change, async (tx) => {
    const row = of === 0 ? null : await findVersion(tx, change.name, of);
    if (row === undefined) throw notFound();
    const wording = row?.title == null ? null : wordingOf(delivered, change.name, row);
    return { wording, event: { kind: "site_text.restored", of }, delivered };
  });
}

type Given = {
  /** Null for what was delivered. */
  wording: Wording | null;
  event: { kind: "site_text.changed" } | { kind: "site_text.restored"; of: number };
  delivered: Delivered;
};

async function saveVersion(
  context: AppContext,
  staff: Member,
  { name, version }: Change,
  prepare: (tx: Db) => Promise<Given>,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const { wording, event, delivered } = await prepare(tx);
    const newest = await newestTextOf(tx, name);
    const pictures = wording?.pictures ?? [];
    const row = {
      name,
      version: version + 1,
      editedBy: staff.id,
      createdAt: now,
      title: wording?.title ?? null,
      body: wording?.text ?? null,
      button: wording?.button ?? null,
      link: wording?.link ?? null,
      pictures,
      fileIds: pictures.map(({ id }) => id),
      pictureless: wording?.pictureless ?? false,
    };
    if ((newest?.version ?? 0) !== version || !(await insertVersion(tx, row))) {
      const other = await newestTextOf(tx, name);
      throw await changedMeanwhile(tx, other?.editedBy, "this text");
    }
    const before = outlineOf(wordingOf(delivered, name, newest));
    const after = outlineOf(wording ?? wordingOf(delivered, name, undefined));
    const shared = { actorId: staff.id, subjectId: version + 1 };
    const data = { text: siteTexts[name].label, before, after };
    if (event.kind === "site_text.changed") await append(tx, { kind: event.kind, ...shared, data }, now);
    else await append(tx, { kind: event.kind, ...shared, data: { ...data, of: event.of } }, now);
  });
  context.siteTexts.changed();
}

const outlineOf = ({ title, text, pictures, pictureless }: Wording) => ({
  title,
  characters: text.length,
  pictures: pictures.length,
  ...(pictureless && { pictureless }),
});
