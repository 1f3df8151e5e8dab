import { formatLong } from "@plumbline/contract/dates.ts";
import {
  cardOfCustomer,
  type DefaultCard,
  type Membership,
  payOverdue,
} from "@plumbline/contract/membership/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import { useState } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Banner } from "../../ui/banner.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { cardWords } from "../payment/card-words.ts";
import { useConfirmPayment } from "../payment/confirm-payment.ts";
import { followOutcome } from "./follow-outcome.ts";

/** A failed renewal: the amount, the deadline, and the two ways to pay; the charge is asked about first. */
export function OverdueBanner({ overdue, plan }: { overdue: Membership["overdue"]; plan: string | null | undefined }) {
  const confirm = useConfirmPayment();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const [card, setCard] = useState<DefaultCard | null | undefined>();
  const [asking, setAsking] = useState(false);
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
  const ask = async () => {
    setCard(await call(cardOfCustomer, {}).catch(() => undefined));
    setAsking(true);
  };
  return (
    <Banner
      tone="bad"
      title={overdue.message}
      action={
        <>
          <ActionButton onPress={ask}>{`Pay ${formatPounds(overdue.amount)} now`}</ActionButton>
          <ConfirmDialog
            opened={asking}
            onClose={() => setAsking(false)}
            title="Pay for your membership now?"
            confirm={`Pay ${formatPounds(overdue.amount)}`}
            cancel="Not now"
            onConfirm={pay}
          >
            <Facts
              rows={[
                ["You pay", <Money key="owed" pounds={overdue.amount} big />],
                ["From", cardWords(card)],
                ["To", product],
                ["For", plan ? `${plan}, the renewal that failed` : "The renewal that failed"],
              ]}
            />
          </ConfirmDialog>
        </>
      }
    >
      Your membership goes on until {formatLong(overdue.until)}.{" "}
      {pathname === "/billing" ? "Edit your card below" : <Link to="/billing">Update your card</Link>}, and we try the
      new one at once, or try this one again.
    </Banner>
  );
}
