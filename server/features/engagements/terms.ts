import { type Terms, termsErrors } from "@plumbline/contract/engagements/rules.ts";
import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { filesOf } from "../../files/files.ts";
import { invalid } from "../../http/problems.ts";
import { attachableFiles } from "../files/actions.ts";
import { checkChoices } from "../reference/choices.ts";
import type { EngagementRow } from "./store.ts";

/** The columns that a proposal sets. */
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

/** Throws invalid for wrong dates, totals, themes or files, which the request's schema cannot check. */
export async function checkTerms(
  context: Pick<AppContext, "clock" | "references">,
  db: Db,
  advisor: Member,
  terms: TermsRow,
  before?: TermsRow,
): Promise<void> {
  const errors: FieldErrors = termsErrors(terms);
  const files = await attachableFiles(context, db, advisor.id, "engagement", terms.attachmentIds);
  if (files.length < terms.attachmentIds.length)
    errors["attachment_ids"] = ["One of these files is not an upload of yours. Please upload it again."];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await checkChoices(
    context,
    db,
    [{ field: "theme", kind: "expertise_areas", ids: terms.themeId, message: "Please select a Theme" }],
    { kept: before ? [before.themeId] : [] },
  );
}

/** Two versions for display, with names instead of ids. */
export async function termsForDisplay(
  { references }: Pick<AppContext, "references">,
  db: Db,
  before: TermsRow,
  after: TermsRow,
): Promise<[Terms, Terms]> {
  const themes = await references.namesOf(db, [before.themeId, after.themeId]);
  const files = new Map(
    (await filesOf(db, [...before.attachmentIds, ...after.attachmentIds])).map(({ id, name }) => [id, name]),
  );
  const forDisplay = (terms: TermsRow): Terms => ({
    ...terms,
    theme: themes.get(terms.themeId) ?? "",
    files: terms.attachmentIds.flatMap((id) => files.get(id) ?? []),
  });
  return [forDisplay(before), forDisplay(after)];
}
