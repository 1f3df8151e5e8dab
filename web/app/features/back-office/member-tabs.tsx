import type * as members from "@plumbline/contract/back-office/members.ts";
import { formatShort } from "@plumbline/contract/dates.ts";
import type { Answer, Declaration } from "@plumbline/contract/endpoint.ts";
import { statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { Link } from "react-router";
import { momentHere } from "../../moment-here.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MemberLink } from "../../ui/member-link.tsx";
import { Money } from "../../ui/money.tsx";
import { InvoiceStatus } from "../invoices/invoice-status.tsx";
import classes from "./member.module.css";

type Rows<D extends Declaration> = { rows: Answer<D> extends { entries: infer Entries } ? Entries : never };

export function EngagementsTab({ rows }: Rows<typeof members.listMemberEngagements>) {
  if (rows.length === 0) return <EmptyState title="No engagements" text="Nothing has been proposed yet." />;
  return (
    <DataTable
      caption="Engagements"
      hideCaption
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: "Engagement", cell: ({ id, name }) => `${name} · #${id}` },
        { title: "With", cell: ({ other_id: id, other }) => <MemberLink id={id} name={other} /> },
        { title: "Proposed", cell: ({ created_at: at }) => formatShort(at) },
        { title: "Status", cell: ({ status }) => statusLabels[status] },
        { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
      ]}
    />
  );
}

export function InvoicesTab({ rows }: Rows<typeof members.listMemberInvoices>) {
  if (rows.length === 0) return <EmptyState title="No invoices" text="Nothing has been invoiced yet." />;
  return (
    <DataTable
      caption="Invoices"
      hideCaption
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: "Invoice", cell: ({ id, number }) => <Link to={`/back-office/invoices/${id}`}>{number}</Link> },
        { title: "With", cell: ({ other_id: id, other }) => <MemberLink id={id} name={other} /> },
        { title: "Issued", cell: ({ issued_on: day }) => day && formatShort(day) },
        { title: "Status", cell: (invoice) => <InvoiceStatus invoice={invoice} dispute={undefined} /> },
        { title: "Commission", align: "end", phone: "wide", cell: ({ commission }) => <Money pounds={commission} /> },
        { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
      ]}
    />
  );
}

export function ConversationsTab({ rows }: Rows<typeof members.listMemberConversations>) {
  return (
    <>
      <p className="small">With whom and when, never what was said.</p>
      {rows.length === 0 ? (
        <EmptyState title="No conversations" text="No message has been written yet." />
      ) : (
        <DataTable
          caption="Conversations"
          hideCaption
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { title: "With", cell: ({ other_id: id, other }) => <MemberLink id={id} name={other} /> },
            { title: "Began", cell: ({ started_at: at }) => formatShort(at) },
            { title: "Last message", cell: ({ last_at: at }) => at && momentHere(at) },
            {
              title: "Messages",
              align: "end",
              cell: ({ messages }) => (messages === 1000 ? "1,000 or more" : messages),
            },
          ]}
        />
      )}
    </>
  );
}

export function ReviewsTab({ rows }: Rows<typeof members.listMemberReviews>) {
  if (rows.length === 0) return <EmptyState title="No reviews" text="No review has been written yet." />;
  return (
    <ul className={classes.notes}>
      {rows.map((review) => (
        <li key={review.id}>
          <p>
            <strong>{review.rating_chosen ? `${review.rating} of 5 stars` : "No stars chosen"}</strong> {review.body}
          </p>
          {review.answer && <p>Answer: {review.answer}</p>}
          <p className="small">
            {review.other}, {review.engagement}, {formatShort(review.created_at)}
          </p>
        </li>
      ))}
    </ul>
  );
}

const fates: Record<"sent" | "waiting" | "failed", { label: string; tone: Tone }> = {
  sent: { label: "Sent", tone: "calm" },
  waiting: { label: "Waiting", tone: "wait" },
  failed: { label: "Not delivered", tone: "bad" },
};

export function MailsTab({ rows }: Rows<typeof members.listMemberMails>) {
  if (rows.length === 0) return <EmptyState title="No mail" text="Nothing has been sent to this address." />;
  return (
    <DataTable
      caption="E-mails"
      hideCaption
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: "Subject",
          cell: ({ subject, reason }) => (
            <div>
              {subject}
              {reason && <div className="small">{reason}</div>}
            </div>
          ),
        },
        { title: "Written", cell: ({ created_at: at }) => momentHere(at) },
        { title: "Fate", cell: ({ fate }) => <Badge tone={fates[fate].tone}>{fates[fate].label}</Badge> },
      ]}
    />
  );
}
