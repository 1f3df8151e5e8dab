import { present } from "@plumbline/contract/present.ts";
import type { AppContext } from "../context.ts";
import { reportThing } from "../features/reports/actions.ts";
import { imposeOnMember } from "../features/sanctions/actions.ts";
import { appealAgainst } from "../features/sanctions/appeals.ts";
import { sanctionsOf } from "../features/sanctions/store.ts";
import type { Person } from "./people.ts";

type Imposing = Parameters<typeof imposeOnMember>[3];

/** Decides about a member, a warning unless another act is given; returns the sanction's id. */
export async function makeSanction(
  context: AppContext,
  staff: Person,
  member: Person,
  given: Partial<Imposing> = {},
): Promise<number> {
  await imposeOnMember(context, staff.member, member.id, {
    act: "warn",
    grounds: "misleading",
    reason: "Your profile named a qualification that you do not hold.",
    next_steps: "Please correct it within a week.",
    evidence: [],
    attachment_ids: [],
    ...given,
  });
  const [newest] = await sanctionsOf(context.db, member.id);
  return present(newest, "the sanction").sanction.id;
}

/** Appeals against a sanction; returns the appeal's id. */
export async function makeAppeal(
  context: AppContext,
  member: Person,
  sanctionId: number,
  text = "I do hold it: the certificate is in my profile since Monday.",
): Promise<number> {
  await appealAgainst(context, member.member, sanctionId, { text, attachment_ids: [] });
  const found = (await sanctionsOf(context.db, member.id)).find(({ sanction }) => sanction.id === sanctionId);
  return present(found?.appeal, "the appeal").id;
}

type Reporting = Parameters<typeof reportThing>[2];

/** Reports an advisor's profile unless something else is named; returns the report's id. */
export async function makeReport(
  context: AppContext,
  reporter: Person,
  author: Person,
  given: Partial<Reporting> = {},
): Promise<number> {
  return reportThing(context, reporter.member, {
    kind: "profile",
    id: author.id,
    grounds: "misleading",
    words: "The advisor is not a chartered accountant, as the profile says.",
    ...given,
  });
}
