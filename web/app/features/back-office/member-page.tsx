import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import * as members from "@plumbline/contract/back-office/members.ts";
import type { TimelineKind } from "@plumbline/contract/back-office/timeline-kinds.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { lazy, Suspense } from "react";
import { call } from "../../call.ts";
import { dotted } from "../../dotted.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Money } from "../../ui/money.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import type { Route } from "./+types/member-page.ts";
import { AnswersList } from "./answers-list.tsx";
import { tones } from "./application-state.ts";
import { ClosedBanner, WithClosure } from "./close-account.tsx";
import classes from "./member.module.css";
import { MemberActs } from "./member-acts.tsx";
import { MemberTimeline } from "./member-timeline.tsx";

// They are of few visits: tabs, one of them for roles that may read prices.
const OwnTerms = lazy(() => import("./own-terms.tsx"));
const ConversationsTab = lazy(async () => ({ default: (await import("./member-tabs.tsx")).ConversationsTab }));
const EngagementsTab = lazy(async () => ({ default: (await import("./member-tabs.tsx")).EngagementsTab }));
const InvoicesTab = lazy(async () => ({ default: (await import("./member-tabs.tsx")).InvoicesTab }));
const MailsTab = lazy(async () => ({ default: (await import("./member-tabs.tsx")).MailsTab }));
const ReviewsTab = lazy(async () => ({ default: (await import("./member-tabs.tsx")).ReviewsTab }));
const MemberNotes = lazy(async () => ({ default: (await import("./member-notes.tsx")).MemberNotes }));
const MemberSessions = lazy(async () => ({ default: (await import("./member-sessions.tsx")).MemberSessions }));

export const meta = () => titled("Member");

type Count = keyof members.MemberPage["counts"];
const tabs: readonly { name: string; text: string; count?: Count }[] = [
  { name: "", text: "Everything" },
  { name: "application", text: "Application" },
  { name: "engagements", text: "Engagements", count: "engagements" },
  { name: "money", text: "Money" },
  { name: "conversations", text: "Conversations", count: "conversations" },
  { name: "reviews", text: "Reviews", count: "reviews" },
  { name: "mail", text: "Mail" },
  { name: "sessions", text: "Sessions" },
  { name: "notes", text: "Notes", count: "notes" },
];

/** The rows of the tab that is shown. */
async function readTab(name: string, id: string, request: Request) {
  const params = { params: { id } };
  switch (name) {
    case "application":
      return { name } as const;
    case "engagements":
      return { name, rows: (await call(members.listMemberEngagements, params)).entries } as const;
    case "money":
      return { name, rows: (await call(members.listMemberInvoices, params)).entries } as const;
    case "conversations":
      return { name, rows: (await call(members.listMemberConversations, params)).entries } as const;
    case "reviews":
      return { name, rows: (await call(members.listMemberReviews, params)).entries } as const;
    case "mail":
      return { name, rows: (await call(members.listMemberMails, params)).entries } as const;
    case "sessions":
      return { name, rows: (await call(members.listMemberSessions, params)).entries } as const;
    case "notes":
      return { name, rows: (await call(members.listMemberNotes, params)).entries } as const;
    default: {
      const query = filtersIn(members.readMemberTimeline, request);
      const page = await call(members.readMemberTimeline, { ...params, query });
      // The endpoint's schema has accepted it, whose input is any text.
      return { name: "", page, kind: query.kind as TimelineKind | undefined } as const;
    }
  }
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const name = new URL(request.url).searchParams.get("tab") ?? "";
  const [member, tab] = await Promise.all([
    call(members.readMember, { params: { id: params.id } }),
    readTab(name, params.id, request),
  ]);
  return { member, tab };
}

/** A member as staff see them: who they are, everything that has happened, and what can be done. */
export default function MemberPage({ loaderData: { member, tab } }: Route.ComponentProps) {
  return (
    <WithClosure id={member.id} closed={member.state === "closed"}>
      <div className="wrap">
        <div className={classes.page}>
          <WithSidebar
            sidebar={
              <>
                <Surface tinted>
                  <MoneyBox member={member} />
                </Surface>
                <Surface>
                  <MemberActs member={member} />
                </Surface>
              </>
            }
          >
            <BackLink to="/back-office/members">Members</BackLink>
            <div className={classes.who}>
              <Portrait name="" photo={member.photo} size={76} />
              <div>
                <h1>{member.name}</h1>
                <p className="small">{unbroken(lineOf(member))}</p>
              </div>
              <Badge tone={tones[member.state]}>{staffStateLabels[member.state]}</Badge>
            </div>
            {member.state === "closed" && <ClosedBanner />}
            {member.application.email_refused && (
              <Banner tone="bad" title="Mail to this address was refused">
                {member.application.email_refused}
              </Banner>
            )}
            <div className={classes.tabs}>
              <TabLinks
                label="About this member"
                tabs={tabs.map(({ name, text, count }) => ({
                  to: name ? `?tab=${name}` : "?",
                  text: count && member.counts[count] > 0 ? `${text} ${member.counts[count]}` : text,
                  current: name === tab.name,
                }))}
              />
            </div>
            <Suspense>
              <TabContent member={member} tab={tab} />
            </Suspense>
          </WithSidebar>
        </div>
      </div>
    </WithClosure>
  );
}

const lineOf = ({ role, joined_at: at, company_name: company, city, email }: members.MemberPage) =>
  dotted(
    `${role === "advisor" ? "Advisor" : "Business member"} since ${formatLong(at)}`,
    [company, city].filter(Boolean).join(", "),
    email,
  );

type Tab = Awaited<ReturnType<typeof readTab>>;

function TabContent({ member, tab }: { member: members.MemberPage; tab: Tab }) {
  switch (tab.name) {
    case "application":
      return <ApplicationTab member={member} />;
    case "engagements":
      return <EngagementsTab rows={tab.rows} />;
    case "money":
      return (
        <>
          <PlanLine member={member} />
          <OwnTerms owner={member} />
          <InvoicesTab rows={tab.rows} />
        </>
      );
    case "conversations":
      return <ConversationsTab rows={tab.rows} />;
    case "reviews":
      return <ReviewsTab rows={tab.rows} />;
    case "mail":
      return <MailsTab rows={tab.rows} />;
    case "sessions":
      return <MemberSessions member={member} sessions={tab.rows} />;
    case "notes":
      return <MemberNotes memberId={member.id} notes={tab.rows} />;
    default:
      return <MemberTimeline page={tab.page} kind={tab.kind} />;
  }
}

function ApplicationTab({ member: { application } }: { member: members.MemberPage }) {
  const { decision, decided_by: by, decided_at: at, decision_reason: reason } = application;
  return (
    <>
      <AnswersList email={application.email} answers={application.answers} />
      {decision && (
        <Banner
          tone={decision === "approved" ? "calm" : "bad"}
          title={`${decision === "approved" ? "Approved" : "Rejected"}${by ? ` by ${by}` : ""}${at ? ` on ${formatLong(at)}` : ""}`}
        >
          {reason}
        </Banner>
      )}
    </>
  );
}

/** The membership or the payout account in a line. */
function PlanLine({ member: { role, membership, payouts } }: { member: members.MemberPage }) {
  if (role === "advisor")
    return (
      <p>
        {payouts === null
          ? "No payout account yet."
          : payouts.payable
            ? "The payout account can be paid."
            : `The payout account cannot be paid yet${payouts.requirements.length > 0 ? `: ${payouts.requirements.join(", ")}` : ""}.`}
      </p>
    );
  if (!membership?.status) return <p>No membership yet.</p>;
  return (
    <p>
      Membership: {membership.plan ?? "unknown plan"}, {membership.status.replaceAll("_", " ")}
      {membership.until && `, ${membership.ends ? "ends" : "runs to"} ${formatLong(membership.until)}`}.
    </p>
  );
}

function MoneyBox({ member: { role, money } }: { member: members.MemberPage }) {
  const rows = [
    { name: role === "advisor" ? "Earned" : "Paid", pounds: money.paid },
    { name: "Commission to us", pounds: money.commission },
    { name: "Given back", pounds: money.refunded },
  ];
  return (
    <section aria-labelledby="money">
      <h2 className="eyebrow" id="money">
        Money
      </h2>
      <dl className={classes.sums}>
        {rows.map(({ name, pounds }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money pounds={pounds} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Open invoices</dt>
          <dd>
            {money.open_count}, <Money pounds={money.open} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
