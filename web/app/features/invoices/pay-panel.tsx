import { type Invoice, payInvoice, projectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { texts } from "@plumbline/contract/invoices/rules.ts";
import { cardOfCustomer, type DefaultCard } from "@plumbline/contract/membership/contract.ts";
import { useEffect, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { cardWords } from "../payment/card-words.ts";
import { useConfirmPayment } from "../payment/confirm-payment.ts";
import classes from "./invoices.module.css";
import { type Charge, PayDialog } from "./pay-dialog.tsx";

const pollInterval = 2500;

/**
 * Pays with the saved card, after asking (row I-12). `card` is null when there is none, undefined when it could not be
 * read. The provider's challenge, if any, is shown over the page; after a refusal the invoice can still be paid.
 */
export function PayPanel({ invoice, card }: { invoice: Invoice; card: DefaultCard | null | undefined }) {
  const { revalidate } = useRevalidator();
  const confirm = useConfirmPayment();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [charge, setCharge] = useState<Charge | null>(null);
  const [stage, setStage] = useState<"idle" | "paying" | "bank">("idle");
  const waiting = invoice.status === "processing";

  // Normally the bell's live message brings the outcome; this polls when it is late.
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void revalidate(), pollInterval);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);

  /** The card and the engagement as they are now: another tab may have changed them since the page was loaded. */
  const ask = async () => {
    setFailure(null);
    const [card, engagement] = await Promise.all([
      call(cardOfCustomer, {}).catch(() => undefined),
      call(projectInvoices, { params: { id: invoice.project_id } }),
    ]);
    if (card === null) return revalidate();
    setCharge({ card, engagement });
  };

  const pay = async () => {
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
    } catch (error) {
      // The page behind the dialog shows what has become of the invoice.
      await revalidate();
      throw error;
    } finally {
      setStage("idle");
    }
  };

  if (invoice.status === "Completed") return null;
  if (!invoice.allowed_actions.includes("accept") && stage === "idle" && !charge)
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
      <ActionButton onPress={ask} onFailure={setFailure}>
        Pay Invoice
      </ActionButton>
      <p className={`${classes.card} screen-only`}>
        {card && `From your ${cardWords(card)}. `}
        <Link to="/billing#card">{card ? "Change card" : "Cards and billing"}</Link>
      </p>
      <FailureNotice failure={failure} />
      <PayDialog
        invoice={invoice}
        charge={charge}
        paying={stage === "idle" ? null : stage === "bank" ? "Waiting for your bank…" : "Paying…"}
        onClose={() => {
          setCharge(null);
          void revalidate();
        }}
        onPay={pay}
      />
    </>
  );
}
