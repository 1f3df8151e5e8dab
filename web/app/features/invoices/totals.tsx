import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { givenBackIn } from "@plumbline/contract/invoices/rules.ts";
import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import look from "./totals.module.css";

export type Sum = { name: ReactNode; pounds: number; big?: boolean };

/** Sums along the plumb line: what leads to the total, and where the bob hangs, what it comes to. */
export function Totals({ sums }: { sums: readonly Sum[] }) {
  return (
    <div className={look.totals}>
      <PlumbLine>
        {sums.map(({ name, pounds, big = false }, index) => (
          <PlumbStep
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be called the same
            key={index}
            now={big}
            title={
              <span className={big ? `${look.sum} ${look.big}` : look.sum}>
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

/** What the advisor is left with (row I-13). */
export function sharesOf(shares: Shares, receiver = "You receive"): Sum[] {
  return [
    { name: `Platform fee (${shares.platform_fee_percent}%)`, pounds: -shares.platform_fee },
    { name: <strong>{receiver}</strong>, pounds: shares.advisor_amount },
  ];
}

/** What a bank has given back of a payment, below what it came to. */
export function givenBackOf({ dispute }: Invoice, name: ReactNode = "Given back by the bank"): Sum[] {
  const back = givenBackIn(dispute);
  return back ? [{ name, pounds: -back.amount }] : [];
}
