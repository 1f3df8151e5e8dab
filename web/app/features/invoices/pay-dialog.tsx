import type { Invoice, ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import type { DefaultCard } from "@plumbline/contract/membership/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { useRef } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { cardWords } from "../payment/card-words.ts";
import { BeyondBanner } from "./beyond-banner.tsx";

/** What a payment is about, as it is when the dialog opens. `card` is undefined when it could not be read. */
export type Charge = { card: DefaultCard | undefined; engagement: ProjectInvoices };

const shownLines = 3;

/** Asks before the charge: how much, from which card, to whom and for what (row I-12). */
export function PayDialog({
  invoice,
  charge,
  paying,
  onClose,
  onPay,
}: {
  invoice: Invoice;
  /** Null while it is not asked. */
  charge: Charge | null;
  /** The button's label while it is busy. */
  paying: string | null;
  onClose: () => void;
  onPay: () => Promise<unknown>;
}) {
  const { advisor, items, project, number, total } = invoice;
  const more = items.length - shownLines;
  // Keeps its content while the dialog closes.
  const last = useRef(charge);
  if (charge) last.current = charge;
  const shown = last.current;
  return (
    <ConfirmDialog
      opened={charge !== null}
      onClose={onClose}
      title={`Pay invoice ${number}?`}
      confirm={paying ?? `Pay ${formatPounds(total)}`}
      cancel="Not now"
      onConfirm={onPay}
    >
      <Facts
        rows={[
          ["You pay", <Money key="total" pounds={total} big />],
          [
            "Of it VAT",
            invoice.vat &&
              `${formatPounds(invoice.vat.total_vat)}, on ${formatPounds(invoice.vat.total_without_vat)} without VAT`,
          ],
          ["From", cardOf(shown?.card)],
          ["To", [advisor.profile.name, advisor.company.company_name].filter(Boolean).join(", ")],
          ["Engagement", project.name],
          [
            "For",
            <>
              {items.slice(0, shownLines).map(({ description }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be called the same
                <div key={index}>{description}</div>
              ))}
              {more > 0 && <div className="small">and {more} more, on the invoice</div>}
            </>,
          ],
        ]}
      />
      {shown && !invoice.claim_for && <BeyondBanner engagement={shown.engagement} />}
      <p className="small">
        Your card is charged when you press the button. <Link to="/billing#card">Change card</Link>
      </p>
    </ConfirmDialog>
  );
}

function cardOf(card: DefaultCard | undefined): string {
  const expires = card && `, expires ${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
  return `${cardWords(card)}${expires ?? ""}`;
}
