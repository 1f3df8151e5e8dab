import { formatLong } from "@plumbline/contract/dates.ts";
import type { listPayouts, Payout } from "@plumbline/contract/earnings/contract.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link } from "react-router";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { Money } from "../../ui/money.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import classes from "./earnings.module.css";

const labels: Record<Payout["status"], { text: string; tone: Tone }> = {
  pending: { text: "ON ITS WAY", tone: "wait" },
  in_transit: { text: "ON ITS WAY", tone: "wait" },
  paid: { text: "PAID OUT", tone: "calm" },
  failed: { text: "SENT BACK", tone: "bad" },
  canceled: { text: "CANCELLED", tone: "quiet" },
};

/** The name of the list's place in the page's address. */
export const payoutsPlace = "payouts";

/** Payouts with the invoices in each, the newest first; older ones by key. */
export function PayoutsList({ entries, more }: Answer<typeof listPayouts>) {
  return (
    <section id={payoutsPlace} className={classes.section}>
      {entries.length === 0 ? (
        <>
          <h2>Payouts</h2>
          <EmptyPage name={payoutsPlace}>
            <p className="small">The first payout appears here when Stripe has made it.</p>
          </EmptyPage>
        </>
      ) : (
        <DataTable
          caption="Payouts"
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            { title: "Arrives", cell: (payout) => <Arrival payout={payout} /> },
            { title: "Invoices", phone: "bare", cell: (payout) => <Contents payout={payout} /> },
            { title: "Gross", align: "end", cell: ({ gross }) => <Money pounds={gross} /> },
            { title: "Commission", align: "end", cell: ({ commission }) => <Money pounds={commission} /> },
            {
              title: "Yours",
              align: "end",
              phone: "end",
              cell: ({ amount, other }) => (
                <>
                  <strong>
                    <Money pounds={amount} />
                  </strong>
                  {other !== 0 && <span className={classes.under}>{formatPounds(other)} of it from elsewhere</span>}
                </>
              ),
            },
            {
              title: "Status",
              align: "end",
              phone: "bare",
              cell: ({ status }) => <Badge tone={labels[status].tone}>{labels[status].text}</Badge>,
            },
          ]}
        />
      )}
      <KeyedPages part name={payoutsPlace} last={entries.at(-1)?.id} more={more} />
    </section>
  );
}

/** The day, and for a payout that was sent back why, and what has become of its money. */
function Arrival({ payout: { arrives_on: day, failure, carried_on: carried } }: { payout: Payout }) {
  return (
    <>
      {formatLong(day)}
      {failure && (
        <span className={classes.under}>
          {failure}{" "}
          {carried
            ? unbroken(`The money went with the payout of ${formatLong(carried)}.`)
            : "The money is back in your Stripe balance."}
        </span>
      )}
    </>
  );
}

function Contents({ payout: { parts, parts_count: count, itemised } }: { payout: Payout }) {
  if (!itemised) return <>You paid this out by hand; Stripe does not say for what.</>;
  const invoices = [...new Map(parts.map((part) => [part.invoice.id, part])).values()];
  return (
    <ul className={classes.invoices}>
      {invoices.map(({ invoice }) => {
        const ofIt = parts.filter((part) => part.invoice.id === invoice.id);
        return (
          <li key={invoice.id}>
            <Link to={`/invoices/${invoice.id}`}>{invoice.number}</Link> {invoice.customer}
            {ofIt.some(({ kind }) => kind === "given_back") && ", given back"}
            {ofIt.some(({ dispute }) => dispute === "open") && ", disputed"}
          </li>
        );
      })}
      {count > parts.length && <li>and {count - parts.length} more</li>}
    </ul>
  );
}
