import { formatLong } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { refundStateLabels } from "@plumbline/contract/invoices/refunds.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import type { Reader } from "./totals.tsx";

const tones: Record<Invoice["refunds"][number]["state"], Tone> = {
  asked: "wait",
  done: "calm",
  failed: "bad",
  refused: "bad",
};

/**
 * What was given back of an invoice and why; nothing for one that was never refunded. Of the parties only the advisor is
 * shown whose share it was.
 */
export function RefundHistory({ invoice: { refunds }, reader = "party" }: { invoice: Invoice; reader?: Reader }) {
  if (refunds.length === 0) return null;
  return (
    <DataTable
      caption="Refunds"
      rows={refunds}
      rowKey={({ id }) => id}
      columns={[
        {
          title: "Reason",
          cell: ({ reason, by }) => (
            <>
              {reason}
              {by && <div className="small">Asked for by {by}</div>}
            </>
          ),
        },
        { title: "Date", cell: ({ created_at: asked }) => formatLong(asked) },
        { title: "State", cell: ({ state }) => <Badge tone={tones[state]}>{refundStateLabels[state]}</Badge> },
        {
          title: "Amount",
          align: "end",
          cell: ({ amount, vat, advisor_amount: fromAdvisor, platform_fee: fee, state }) => (
            <>
              <Money pounds={amount} />
              {vat !== undefined && <div className="small">of it VAT {formatPounds(vat)}</div>}
              {fromAdvisor !== undefined && fee !== undefined && state !== "refused" && fromAdvisor + fee > 0 && (
                <>
                  <div className="small">
                    {reader === "staff" ? "advisor" : "your\u00a0share"}&nbsp;{formatPounds(fromAdvisor)}
                  </div>
                  <div className="small">our&nbsp;fee&nbsp;{formatPounds(fee)}</div>
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
