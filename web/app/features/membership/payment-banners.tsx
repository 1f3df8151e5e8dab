import { formatLong } from "@plumbline/contract/dates.ts";
import type { Membership } from "@plumbline/contract/membership/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Banner } from "../../ui/banner.tsx";
import { OverdueBanner } from "./overdue-banner.tsx";

/** Problems with the membership's payments: one that failed, is disputed, or was refunded. */
export function PaymentBanners({
  membership: { overdue, disputed, ended_because: ended, current_package: current },
}: {
  membership: Membership;
}) {
  return (
    <>
      <OverdueBanner overdue={overdue} plan={current?.name} />
      {disputed && (
        <Banner
          tone="wait"
          title={`Your bank has told us that you dispute ${formatPounds(disputed.amount)} of your membership.`}
        >
          We heard on {formatLong(disputed.opened_at)}. Your bank decides, which can take some months
          {current &&
            ", and your membership goes on meanwhile. If it gives the money back to you, your membership ends on that day"}
          . If you did not mean to dispute the payment, please tell your bank.
        </Banner>
      )}
      {ended && (
        <Banner tone="quiet" title={ended}>
          Nothing more is charged. Engagements that run, their invoices and your billing page stay open to you, and you
          can choose a plan again.
        </Banner>
      )}
    </>
  );
}
