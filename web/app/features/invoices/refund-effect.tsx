import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import type { RefundPreview } from "@plumbline/contract/invoices/staff-contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Facts } from "../../ui/facts.tsx";
import { unbroken } from "../../ui/unbroken.tsx";

/** What a refund takes from whom, before it is made. */
export function RefundEffect({ effect, invoice }: { effect: RefundPreview; invoice: Invoice }) {
  const { amount, advisor_amount: fromAdvisor, platform_fee: fromUs, left_after: left } = effect;
  const taken = fromAdvisor + fromUs > 0;
  const [customer, advisor] = [invoice.customer.profile.name, invoice.advisor.profile.name];
  return (
    <>
      <Facts
        rows={[
          [`To ${customer}`, formatPounds(amount)],
          ["Of it VAT", effect.vat !== undefined && formatPounds(effect.vat)],
          [`Back from ${advisor}`, taken && formatPounds(fromAdvisor)],
          ["Back from us", taken && formatPounds(fromUs)],
          ["Left to refund", formatPounds(left)],
        ]}
      />
      {!taken && (
        <p className="small">
          A bank sent this money back to us earlier: nothing more is taken from {advisor} or from our fee.
        </p>
      )}
      {taken && effect.advisor_balance_after < 0 && (
        <p className="small">
          {unbroken(
            `${advisor} has ${formatPounds(effect.advisor_balance)} waiting at the card provider. After this their balance is ${formatPounds(effect.advisor_balance_after)}: their next payments make up for it.`,
          )}
        </p>
      )}
    </>
  );
}
