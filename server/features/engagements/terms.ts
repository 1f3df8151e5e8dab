import { complaintsAbout, type Terms } from "@plumbline/contract/engagements/rules.ts";
import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { filesOf } from "../../platform/files.ts";
import type { Member } from "../../platform/members.ts";
import { invalid } from "../../platform/problems.ts";
import { attachableFiles } from "../files/actions.ts";
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
export async function checkTerms(house: Pick<House, "clock">, db: Db, advisor: Member, terms: TermsRow): Promise<void> {
  const errors: FieldErrors = complaintsAbout(terms);
  const files = await attachableFiles(house, db, advisor.id, "engagement", terms.attachmentIds);
  if (files.length < terms.attachmentIds.length)
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
