import type { listUnsentMails, readApplication } from "@plumbline/contract/back-office/contract.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { memberRole } from "../../auth/member-role.ts";
import { isoOf } from "../../database/database.ts";
import type { MailRow } from "../../mail/store.ts";
import type { ApplicationRow } from "./store.ts";

type View = Answer<typeof readApplication>;

export const unsentMailView = (mail: MailRow): Answer<typeof listUnsentMails>["entries"][number] => ({
  id: mail.id,
  state: mail.failedAt ? "failed" : "waiting",
  to: mail.recipient,
  subject: mail.subject,
  created_at: mail.createdAt.toISOString(),
  attempts: mail.attempts,
  reason: mail.failure,
  failed_at: mail.failedAt?.toISOString() ?? null,
  next_attempt_at: mail.failedAt ? null : mail.nextAttemptAt.toISOString(),
  allowed_actions: mail.failedAt ? ["retry"] : [],
});

/** The ids whose names these applications' views need. */
export function idsIn({ profile }: ApplicationRow): (number | null)[] {
  return [
    profile.jobTitleId,
    profile.investmentOrRevenueId,
    profile.annualRevenueId,
    profile.countryId,
    profile.cityId,
    profile.companySizeId,
    profile.industryId,
    profile.classificationTypeId,
  ];
}

export function applicationView(
  { member, profile, decidedByName, refusedReason }: ApplicationRow,
  names: ReadonlyMap<number, string>,
): View {
  const named = (id: number | null) => (id === null ? "" : (names.get(id) ?? ""));
  const answers: [label: string, value: string][] =
    member.role === "customer"
      ? [
          ["Company Name", profile.companyName ?? ""],
          ["Job Title", named(profile.jobTitleId)],
          ["Country", named(profile.countryId)],
          ["HQ City", named(profile.cityId)],
          ["Industry", named(profile.industryId)],
          ["Company Employees", named(profile.companySizeId)],
          ["Investment Raised or Annual Revenue", named(profile.investmentOrRevenueId)],
          ["Annual Revenue", named(profile.annualRevenueId)],
        ]
      : [
          ["LinkedIn", profile.linkedinProfileUrl ?? ""],
          ["Based in the UK", profile.basedInUk ? "Yes" : "No"],
          ["Background", named(profile.classificationTypeId)],
          ["Previous experience", profile.advisoryExperience ?? ""],
          ["How they heard of us", profile.origin ?? ""],
          ["Three other advisors", profile.referredAdvisors.join(", ")],
        ];
  return {
    id: member.id,
    role: memberRole(member),
    email: member.email,
    name: profile.name,
    company_name: profile.companyName,
    state: member.state,
    applied_at: isoOf(member.createdAt),
    verified_at: member.verifiedAt && isoOf(member.verifiedAt),
    decision: member.decision,
    decided_at: member.decidedAt && isoOf(member.decidedAt),
    decided_by: decidedByName,
    decision_reason: member.decisionReason,
    email_refused: refusedReason,
    answers: answers.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    allowed_actions: member.decision ? [] : ["approve", "reject"],
  };
}
