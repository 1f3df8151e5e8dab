import {
  type MailTextName,
  mailTextGroups,
  mailTextNames,
  mailTexts,
  writtenMails,
} from "@plumbline/contract/mail-texts/catalogue.ts";
import * as contract from "@plumbline/contract/mail-texts/contract.ts";
import { keysOf } from "@plumbline/contract/records.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { editedTexts, textVersions, wordingIn } from "../../mail/texts-store.ts";
import { nameOf } from "../profiles/store.ts";
import { changeWording, mostVersions, preview, restoreWording, sendTest } from "./actions.ts";

export const mailTextRoutes = (context: AppContext) => {
  const { db } = context;
  const read = async (name: MailTextName): Promise<contract.MailText> => {
    const rows = await textVersions(db, name, mostVersions);
    const names = new Map<number, string>();
    for (const { editedBy } of rows) if (!names.has(editedBy)) names.set(editedBy, await nameOf(db, editedBy));
    const { label, to, placeholders, subject, body } = mailTexts[name];
    return {
      name,
      label,
      to,
      placeholders: Object.entries(placeholders).map(([each, example]) => ({ name: each, example })),
      ...wordingIn(name, rows[0]),
      version: rows[0]?.version ?? 0,
      original: { subject, body },
      versions: rows.map((row) => ({
        ...wordingIn(name, row),
        version: row.version,
        by: names.get(row.editedBy) ?? "",
        created_at: row.createdAt.toISOString(),
      })),
    };
  };
  const namesIn = (group: keyof typeof mailTextGroups) =>
    mailTextNames.filter((name) => Object.hasOwn(mailTextGroups[group], name));
  return [
    handle(contract.listMailTexts, async () => {
      const edited = await editedTexts(db);
      return {
        entries: keysOf(mailTextGroups).flatMap((group) =>
          namesIn(group).map((name) => {
            const row = edited.find((each) => each.name === name);
            const { label, to } = mailTexts[name];
            const isEdited = row?.subject != null;
            const { subject } = wordingIn(name, row);
            return { name, group, label, to, subject, edited_at: isEdited ? row.createdAt.toISOString() : null };
          }),
        ),
        written: Object.values(writtenMails),
      };
    }),
    handle(contract.readMailText, ({ params }) => read(params.name)),
    handle(contract.saveMailText, async ({ params, body, member }) => {
      const { version, ...wording } = body;
      await changeWording(context, member, { ...params, version }, wording);
      return read(params.name);
    }),
    handle(contract.restoreMailText, async ({ params, body, member }) => {
      await restoreWording(context, member, { ...params, version: body.version }, body.of);
      return read(params.name);
    }),
    handle(contract.previewMailText, async ({ params, body }) => preview(context, params.name, body)),
    handle(contract.testMailText, ({ params, body, member }) => sendTest(context, member, params.name, body)),
  ];
};
