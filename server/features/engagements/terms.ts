import { complaintsAbout, type Terms } from "@plumbline/contract/engagements/rules.ts";
import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { Db } from "../../platform/database.ts";
import { filesOf } from "../../platform/files.ts";
import type { Member } from "../../platform/members.ts";
import { invalid } from "../../platform/problems.ts";
import { checkChoices, namesOf } from "../reference/choices.ts";
import type { EngagementRow } from "./store.ts";

/** The columns that a proposal fills. */
export type TermsRow = Pick<
  EngagementRow,
  | "name"
  | "description"
  | "themeId"
  | "startDate"
  | "endDate"
  | "paymentType"
  | "unitPricePence"
  | "unitsHundredths"
  | "attachmentIds"
  | "collaborators"
>;

/** Throws invalid where dates, total, theme or files do not hold: what a shape alone cannot tell. */
export async function checkTerms(db: Db, advisor: Member, terms: TermsRow): Promise<void> {
  const errors: FieldErrors = complaintsAbout(terms);
  const files = await filesOf(db, terms.attachmentIds);
  if (files.length < terms.attachmentIds.length || files.some(({ ownerId }) => ownerId !== advisor.id))
    errors["attachment_ids"] = ["One of these files is not an upload of yours. Please upload it again."];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await checkChoices(db, [
    { field: "theme", kind: "expertise_areas", ids: terms.themeId, message: "Please select a Theme" },
  ]);
}

/** Two versions as people read them, with the names behind the ids. */
export async function readable(db: Db, before: TermsRow, after: TermsRow): Promise<[Terms, Terms]> {
  const themes = await namesOf(db, [before.themeId, after.themeId]);
  const files = new Map(
    (await filesOf(db, [...before.attachmentIds, ...after.attachmentIds])).map(({ id, name }) => [id, name]),
  );
  const asRead = (terms: TermsRow): Terms => ({
    ...terms,
    theme: themes.get(terms.themeId) ?? "",
    files: terms.attachmentIds.flatMap((id) => files.get(id) ?? []),
  });
  return [asRead(before), asRead(after)];
}
