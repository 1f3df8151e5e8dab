import { keysOf } from "@plumbline/contract/records.ts";
import {
  type SiteTextName,
  siteTextGroups,
  siteTextNames,
  siteTexts,
} from "@plumbline/contract/site-texts/catalogue.ts";
import * as contract from "@plumbline/contract/site-texts/contract.ts";
import { mostPicturesOf } from "@plumbline/contract/site-texts/rules.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { oneOf, withinQuota } from "../files/actions.ts";
import { changeText, mostVersions, requireEmbedded, restoreText, soundWording } from "./actions.ts";
import { storePicture } from "./pictures.ts";
import { findVersion, newestTextOf, newestTexts, versionsOf } from "./store.ts";
import { deliveredPicture, pictureAddress, shownAs, wordingOf } from "./wording.ts";

export const siteTextRoutes = (context: AppContext) => {
  const { db, settings } = context;
  const read = async (name: SiteTextName): Promise<contract.SiteTextView> => {
    const delivered = requireEmbedded(context);
    const [newest, versions] = await Promise.all([newestTextOf(db, name), versionsOf(db, name, mostVersions)]);
    const { label, path, fields } = siteTexts[name];
    const { pictures, ...wording } = wordingOf(delivered, name, newest);
    return {
      name,
      label,
      path,
      is_page: !fields || fields.groups !== undefined,
      has_questions: fields?.groups !== undefined,
      has_button: fields?.button !== undefined,
      most_pictures: mostPicturesOf(name),
      ...wording,
      pictures: pictures.map(({ key, ...picture }) => ({ ...picture, file: pictureAddress(key) })),
      delivered_picture: deliveredPicture(delivered, name),
      version: newest?.version ?? 0,
      versions: versions.map(({ version, title, by, createdAt }) => ({
        version,
        title: title ?? wordingOf(delivered, name, undefined).title,
        delivered: title === null,
        by,
        created_at: createdAt.toISOString(),
      })),
    };
  };
  const namesIn = (group: keyof typeof siteTextGroups) =>
    siteTextNames.filter((name) => Object.hasOwn(siteTextGroups[group], name));
  return [
    handle(contract.listSiteTexts, async () => {
      const { delivered } = context.siteTexts;
      if (!delivered) return { edited_at: settings.contentUrl, entries: [] };
      const rows = await newestTexts(db);
      return {
        edited_at: null,
        entries: keysOf(siteTextGroups).flatMap((group) =>
          namesIn(group).map((name) => {
            const row = rows.find((each) => each.name === name);
            const { label, path } = siteTexts[name];
            const changed = row && row.title !== null ? { at: row.createdAt.toISOString(), by: row.by } : null;
            return { name, group, label, path, title: wordingOf(delivered, name, row).title, changed };
          }),
        ),
      };
    }),
    handle(contract.readSiteText, ({ params }) => read(params.name)),
    handle(contract.saveSiteText, async ({ params, body, member }) => {
      const { version, ...wording } = body;
      await changeText(context, member, { ...params, version }, wording);
      return read(params.name);
    }),
    handle(contract.restoreSiteText, async ({ params, body, member }) => {
      await restoreText(context, member, { ...params, version: body.version }, body.of);
      return read(params.name);
    }),
    handle(contract.previewSiteText, async ({ params, body, member }) => {
      const delivered = requireEmbedded(context);
      return shownAs(delivered, params.name, await soundWording(context, member, params.name, body));
    }),
    handle(contract.readSiteTextVersion, async ({ params: { name, version } }) => {
      const delivered = requireEmbedded(context);
      const row = version === 0 ? null : await findVersion(db, name, version);
      if (row === undefined) throw notFound();
      return shownAs(delivered, name, wordingOf(delivered, name, row ?? undefined));
    }),
    handle(
      contract.uploadSitePicture,
      async ({ member, files }) => {
        requireEmbedded(context);
        return storePicture(context, member, oneOf(files));
      },
      { beforeFiles: withinQuota(context, "file") },
    ),
  ];
};
