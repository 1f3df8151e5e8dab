import { auditSentence } from "@plumbline/contract/audit/rules.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { type RecentEvent, recentEventsBy, recentEventsOfEach } from "../../outbox/recent-store.ts";
import type { ShownBill } from "../membership/billing-store.ts";
import { paidPeriodOf } from "../membership/paid-period.ts";
import type { MembershipPaymentRow } from "../membership/payment-store.ts";
import { messageDaysOf } from "../messages/outline-store.ts";
import { findProfile } from "../profiles/store.ts";
import { line, mailsTo, partsOfPayer, signInKinds } from "./evidence-of-payer.ts";
import type { Evidence, EvidenceLine } from "./evidence-shape.ts";

// What a membership's history says for a bank. As in an engagement's, messages are counted and never quoted.

const joining = ["account.applied", "account.applied_again", "account.verified", "account.approved", "account.opened"];
const cancelling = ["membership.cancelled", "membership.resumed", "membership.ended"];
const course = [
  ...["membership.started", "membership.changed", "membership.renewed", "membership.renewal_failed"],
  ...["membership.recovered", "membership.refunded", "membership.refund_failed", ...cancelling],
];
/** What counts as use of the service. What a member does with their account, and in reports and appeals, is not shown. */
const using = /^(search|conversation|engagement|invoice|profile)\./;

/** Who has paid a membership, and for what. */
export async function backgroundOf(db: Db, paid: MembershipPaymentRow) {
  const [payer, period] = await Promise.all([findProfile(db, paid.memberId), paidPeriodOf(db, paid)]);
  return { name: payer?.profile.name ?? "", email: payer?.member.email ?? "", ...period };
}

/** All that can be shown about a membership's payment; a part without lines is left out. */
export async function membershipEvidence(
  { db, settings }: Pick<AppContext, "db" | "settings">,
  paid: MembershipPaymentRow,
  { name, email, bill, bills, plan }: Awaited<ReturnType<typeof backgroundOf>>,
): Promise<Evidence> {
  const { memberId, paidAt, paidUntil } = paid;
  const [[joined, history, signIns], acts, days, mails] = await Promise.all([
    recentEventsOfEach(db, [
      { subject: "member", id: memberId, kinds: joining },
      { subject: "member", id: memberId, kinds: course },
      { subject: "member", id: memberId, kinds: signInKinds },
    ]),
    recentEventsBy(db, memberId, paidAt),
    messageDaysOf(db, memberId, paidAt),
    mailsTo(db, email),
  ]);
  const said = ({ kind, actorId, source, createdAt }: RecentEvent) => {
    const own = actorId === memberId;
    const words = [auditSentence(kind), own && `by ${name}`, own && source && `from ${source}`];
    return line(createdAt, words.filter(Boolean).join(", "));
  };
  const period = `${formatLong((bill?.periodStart ?? paidAt).toISOString())} to ${formatLong(paidUntil.toISOString())}`;
  const terms = `${settings.publicUrl}/terms-and-conditions`;
  const cancelled = history.filter(({ kind }) => cancelling.includes(kind)).map(said);
  const before = history.some(({ kind, createdAt }) => kind === "membership.cancelled" && createdAt < paidAt);
  const sold = plan
    ? [
        { when: "Plan", text: [plan.name, plan.description].filter(Boolean).join(". ") },
        {
          when: "Price",
          text: `${formatPence(plan.amount)} a ${plan.interval}. Shown beside it: “${texts.renews[plan.interval]}”`,
        },
        ...(plan.benefits.length > 0 ? [{ when: "It contains", text: plan.benefits.join("; ") }] : []),
      ]
    : [];
  const parts: Evidence["parts"] = [
    {
      part: "sign_up",
      lines: [{ when: "Name", text: name }, { when: "E-mail", text: email }, ...joined.map(said)],
    },
    {
      part: "membership",
      lines: [
        { when: "Paid", text: `${formatPence(paid.amountPence)} on ${formatLong(paidAt.toISOString())}` },
        { when: "Paid for", text: period },
        ...sold,
        { when: "Our terms", text: terms },
        ...history.map(said),
      ],
    },
    { part: "bills", lines: bills.map((each) => billLine(each, each.id === paid.billId)).reverse() },
    {
      part: "use",
      lines: [
        ...acts
          .filter(({ kind }) => using.test(kind))
          .map(({ kind, createdAt }) => line(createdAt, auditSentence(kind))),
        ...days.map(({ day, count }) => ({
          when: formatLong(day),
          text: count === 1 ? "1 message to an advisor" : `${count} messages to advisors`,
        })),
      ],
    },
    {
      part: "cancellation",
      lines: [
        ...(plan ? [{ when: "Before they paid", text: `Each plan shows “${texts.renews[plan.interval]}”.` }] : []),
        {
          when: "How",
          text: "A member cancels on their page Membership at any time. It runs to the end of the period that is paid for, is not renewed, and can be resumed until then.",
        },
        { when: "In our terms", text: terms },
        ...(cancelled.length > 0 ? cancelled : [{ when: "This member", text: "They have not cancelled." }]),
        ...(cancelled.length > 0 && !before
          ? [{ when: "This member", text: "No cancellation before the payment." }]
          : []),
      ],
    },
    ...partsOfPayer({ mails, signIns }),
  ];
  return {
    product: [`${product} membership`, plan?.name, plan?.description].filter(Boolean).join(". "),
    customerName: name,
    customerEmail: email,
    serviceDate: period,
    parts: parts.filter(({ lines }) => lines.length > 0),
  };
}

const billStates: Record<ShownBill["status"], string> = {
  paid: "paid",
  pending: "not paid yet",
  failed: "could not be charged",
  void: "withdrawn",
};

function billLine(bill: ShownBill, disputed: boolean): EvidenceLine {
  const { periodStart: from, periodEnd: to, number, totalPence, status } = bill;
  const period = from && to ? `${formatLong(from.toISOString())} to ${formatLong(to.toISOString())}` : bill.description;
  const words = [number, period, formatPence(totalPence), billStates[status], disputed && "the disputed one"];
  return line(bill.billedAt, words.filter(Boolean).join(", "));
}
