import type { MemberPage } from "@plumbline/contract/back-office/members.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import { notFound } from "../../http/problems.ts";
import { findTwoStep } from "../accounts/two-step-store.ts";
import { memberInvoiceSums } from "../invoices/member-store.ts";
import { findMembership } from "../membership/store.ts";
import { findPayoutAccount } from "../payouts/store.ts";
import { partiesOf } from "../profiles/parties.ts";
import { type ListedMember, memberCounts } from "./members-store.ts";
import { listedView } from "./members-view.ts";
import { findApplication } from "./store.ts";
import { applicationView, idsIn } from "./view.ts";

/** A member's page without its tabs. */
export async function readMemberPage(context: AppContext, member: ListedMember & { role: Role }): Promise<MemberPage> {
  const { db } = context;
  const { id, role } = member;
  const [application, parties, membership, account, sums, counts, twoStep] = await Promise.all([
    findApplication(db, id),
    partiesOf(context, [id]),
    role === "customer" ? findMembership(db, id) : null,
    role === "advisor" ? findPayoutAccount(db, id) : null,
    memberInvoiceSums(db, id, role),
    memberCounts(db, id),
    findTwoStep(db, id),
  ]);
  if (!application) throw notFound();
  const names = await context.references.namesOf(db, idsIn(application));
  const party = parties.get(id);
  return {
    ...listedView(member),
    city: party?.company.city?.name ?? null,
    photo: party?.profile.photo ?? null,
    profile_setup: application.member.profileSetup,
    stripe_setup: application.member.stripeSetup,
    two_step: Boolean(twoStep?.confirmedAt),
    application: applicationView(application, names),
    membership: membership && {
      plan: membership.planName,
      status: membership.status,
      until: membership.currentPeriodEnd?.toISOString() ?? null,
      ends: membership.cancelAtPeriodEnd,
    },
    payouts: account && { payable: account.payable, requirements: account.requirements },
    money: {
      paid: decimalOf(sums.paid),
      commission: decimalOf(sums.commission),
      refunded: decimalOf(sums.refunded),
      open: decimalOf(sums.open),
      open_count: sums.openCount,
    },
    counts,
  };
}
