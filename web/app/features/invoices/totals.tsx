import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { disputeThatReturnedMoney } from "@plumbline/contract/invoices/rules.ts";
import { vatSumText } from "@plumbline/contract/invoices/vat.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import classes from "./totals.module.css";

export type Sum = { name: ReactNode; pounds: number; big?: boolean };

/** Sums along the plumb line, with the total at its bob. */
export function Totals({ sums }: { sums: readonly Sum[] }) {
  return (
    <div className={classes.totals}>
      <PlumbLine>
        {sums.map(({ name, pounds, big = false }, index) => (
          <PlumbStep
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be called the same
            key={index}
            now={big}
            title={
              <span className={big ? `${classes.sum} ${classes.big}` : classes.sum}>
                <span>{name}</span>
                <Money pounds={pounds} big={big} />
              </span>
            }
          />
        ))}
      </PlumbLine>
    </div>
  );
}

type Shares = { platform_fee_percent: number; platform_fee: number; advisor_amount: number };

type VatSums = Pick<NonNullable<Invoice["vat"]>, "total_without_vat" | "total_vat" | "rates">;

/** The total without VAT and the VAT of each rate, above the total; nothing for an invoice without VAT. */
export function vatSumsOf(vat: VatSums | undefined): Sum[] {
  if (!vat) return [];
  return [
    { name: "Total without VAT", pounds: vat.total_without_vat },
    ...vat.rates.map((rate) => ({ name: vatSumText(rate, formatPounds(rate.amount)), pounds: rate.vat })),
    ...(vat.rates.length > 1 ? [{ name: "Total VAT", pounds: vat.total_vat }] : []),
  ];
}

/** The advisor's share (row I-13); the fee is taken on the amount without VAT, which is said where there is VAT. */
export function sharesOf(shares: Shares, receiver = "You receive", withoutVat?: number): Sum[] {
  const percent = `${shares.platform_fee_percent}%`;
  const of = withoutVat === undefined ? percent : `${percent} of ${formatPounds(withoutVat)}`;
  return [
    { name: `Platform fee (${of})`, pounds: 0 - shares.platform_fee },
    { name: <strong>{receiver}</strong>, pounds: shares.advisor_amount },
  ];
}

/** Who reads an invoice: one of its parties, or staff. */
export type Reader = "party" | "staff";

/** What went back to the customer, below the total: refunded by us, or given back by their bank. */
export function refundedOf({ status, total, refunded, info, dispute }: Invoice, reader: Reader = "party"): Sum[] {
  if (status === "refunded") return [{ name: "Refunded to the card", pounds: -total }];
  const back = disputeThatReturnedMoney(dispute);
  return [
    ...(refunded > 0 ? [{ name: "Refunded to the card", pounds: -refunded }] : []),
    ...(refunded > 0 && info?.advisor_refunded
      ? [
          {
            name: reader === "staff" ? "Of it, from the advisor’s share" : "Of it, from your share",
            pounds: -info.advisor_refunded,
          },
        ]
      : []),
    ...(back
      ? [
          {
            name: reader === "staff" ? "Given back by the bank, from our balance" : "Given back by the bank",
            pounds: -back.amount,
          },
        ]
      : []),
  ];
}
