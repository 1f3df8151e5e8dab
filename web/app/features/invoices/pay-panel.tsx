import { type Invoice, payInvoice } from "@plumbline/contract/invoices/contract.ts";
import { texts } from "@plumbline/contract/invoices/rules.ts";
import type { DefaultCard } from "@plumbline/contract/membership/contract.ts";
import { useEffect, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { useConfirmPayment } from "../payment/confirm-payment.ts";
import classes from "./invoices.module.css";

const pollInterval = 2500;

/**
 * Pays with the saved card (row I-12). `card` is null when there is none, undefined when it could not be read. The
 * provider's challenge, if any, is shown over the page; after a refusal the invoice can still be paid.
 */
export function PayPanel({ invoice, card }: { invoice: Invoice; card: DefaultCard | null | undefined }) {
  const { revalidate } = useRevalidator();
  const confirm = useConfirmPayment();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [stage, setStage] = useState<"idle" | "paying" | "bank">("idle");
  const waiting = invoice.status === "processing";

  // Normally the bell's live message brings the outcome; this polls when it is late.
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void revalidate(), pollInterval);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);

  const pay = async () => {
    setFailure(null);
    setStage("paying");
    const params = { id: invoice.id };
    try {
      let answer = await call(payInvoice, { params });
      if (answer.payment?.status === "requires_action" && answer.payment.client_secret) {
        setStage("bank");
        await confirm(answer.payment.client_secret);
        setStage("paying");
        answer = await call(payInvoice, { params });
      }
      if (answer.status === "Completed") notice(texts.paid);
    } finally {
      setStage("idle");
      await revalidate();
    }
  };

  if (invoice.status === "Completed") return null;
  if (!invoice.allowed_actions.includes("accept") && stage === "idle")
    return waiting ? <p className={classes.card}>Please do not pay it another way meanwhile.</p> : null;
  if (card === null)
    return (
      <>
        <p className={classes.card}>{texts.noCard}</p>
        <ButtonLink to="/billing">Add a card</ButtonLink>
      </>
    );
  return (
    <>
      <ActionButton onPress={pay} onFailure={setFailure}>
        {stage === "idle" ? "Pay Invoice" : stage === "bank" ? "Waiting for your bank…" : "Paying…"}
      </ActionButton>
      <p className={classes.card} role="status">
        {stage === "bank"
          ? "Your bank asks you to confirm this payment in the window above."
          : card && `From your ${brandOf(card.brand)} ending in ${card.last4}. `}
        {stage === "idle" && <Link to="/billing">{card ? "Change card" : "Cards and billing"}</Link>}
      </p>
      <FailureNotice failure={failure} />
    </>
  );
}

const brandOf = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1);
