import { formatShort } from "@plumbline/contract/dates.ts";
import { answerDue, isTooLate } from "@plumbline/contract/disputes/rules.ts";
import { disputeEffects } from "@plumbline/contract/invoices/rules.ts";
import { type ConcernedPayment, listConcernedPayments } from "@plumbline/contract/membership/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { ListFilter, ListPage } from "../../ui/list-page.tsx";
import { Money } from "../../ui/money.tsx";
import { DisputeBadge } from "../invoices/invoice-status.tsx";
import type { Route } from "./+types/memberships-page.ts";

export const meta = () => titled("Memberships");

const undecidedIn = (search: URLSearchParams) => (search.get("dispute") === "open" ? ("open" as const) : undefined);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listConcernedPayments, { query: filtersIn(listConcernedPayments, request) });
}

/** Membership payments that were refunded or disputed, with what to do and by when. */
export default function MembershipsPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <ListPage
      title="Memberships"
      sentence="Payments of memberships that were refunded or disputed, newest first. Banks are answered here; refunds are made in the card provider's dashboard."
      caption="Refunded and disputed payments of memberships"
      filter={
        <ListFilter
          value={undecidedIn(search) ?? "all"}
          addressOf={(shown) => (shown === "open" ? "?dispute=open" : "?")}
          data={[
            { value: "all", label: "All of them" },
            { value: "open", label: "Undecided disputes" },
          ]}
        />
      }
      empty={{ title: "Nothing here", text: "No payment of a membership stands refunded or disputed here." }}
      list={loaderData}
      exported={listConcernedPayments}
      columns={[
        {
          title: "Member",
          cell: ({ member }) => (
            <>
              {member.company_name ?? member.name}
              <div className="small">{member.email}</div>
            </>
          ),
        },
        { title: "Paid on", cell: ({ paid_at: paid }) => formatShort(paid) },
        { title: "What happened", phone: "wide", cell: (payment) => <Happened payment={payment} /> },
        { title: "Membership", cell: ({ ended }) => (ended ? "Ended by it" : "Goes on") },
        { title: "Payment", align: "end", cell: ({ amount }) => <Money pounds={amount} /> },
      ]}
    />
  );
}

function Happened({ payment: { amount, refunded, dispute, provider_id: id } }: { payment: ConcernedPayment }) {
  const now = new Date();
  const answers = dispute?.respond_by && !isTooLate(dispute.respond_by, now);
  const decided = { won: "Dispute won", inquiry_closed: "Inquiry closed", lost: null, open: null, inquiry: null };
  return (
    <>
      {refunded > 0 && (
        <Badge tone="quiet">{refunded >= amount ? "Refunded" : `${formatPounds(refunded)} refunded`}</Badge>
      )}
      {dispute && disputeEffects[dispute.state].label && <DisputeBadge dispute={dispute.state} />}
      {dispute && decided[dispute.state] && <Badge tone="calm">{decided[dispute.state]}</Badge>}
      {dispute && dispute.amount !== amount && <div className="small">About {formatPounds(dispute.amount)}</div>}
      <div className="small">{answerDue(dispute?.respond_by, now)}</div>
      {dispute?.reason && <div className="small">Because of {dispute.reason}</div>}
      {dispute?.id && (
        <div className="small">
          <Link to={`/back-office/disputes/${dispute.id}`}>{answers ? "Answer it" : "See the dispute"}</Link>
        </div>
      )}
      <div className="small">
        <code>{dispute?.provider_id ?? id}</code>
      </div>
    </>
  );
}
