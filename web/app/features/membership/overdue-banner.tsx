import { formatLong } from "@plumbline/contract/dates.ts";
import { type Membership, payOverdue } from "@plumbline/contract/membership/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link, useLocation, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { failureLines } from "../../failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { useConfirmPayment } from "../payment/confirm-payment.ts";
import { followOutcome } from "./follow-outcome.ts";

/** A failed renewal: the amount, the deadline, and the two ways to pay. */
export function OverdueBanner({ overdue }: { overdue: Membership["overdue"] }) {
  const confirm = useConfirmPayment();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  if (!overdue) return null;
  const pay = async () => {
    notice(
      await followOutcome(
        await call(payOverdue, {}),
        confirm,
        (membership) => membership.overdue === null,
        "Thank you. Your membership goes on.",
      ),
    );
    await revalidate();
  };
  return (
    <Banner
      tone="bad"
      title={overdue.message}
      action={
        <ActionButton onPress={pay} onFailure={(failure) => notice(failureLines(failure).join(" "), { bad: true })}>
          {`Pay ${formatPounds(overdue.amount)} now`}
        </ActionButton>
      }
    >
      Your membership goes on until {formatLong(overdue.until)}.{" "}
      {pathname === "/billing" ? "Edit your card below" : <Link to="/billing">Update your card</Link>}, and we try the
      new one at once, or try this one again.
    </Banner>
  );
}
