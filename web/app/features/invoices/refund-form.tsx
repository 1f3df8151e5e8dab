import { TextInput } from "@mantine/core";
import type { CallInput } from "@plumbline/contract/endpoint.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { previewRefund, type RefundPreview, refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { formatPounds, hundredthsOf } from "@plumbline/contract/money.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { isLike } from "../../is-like.ts";
import { useSavedInput } from "../../saved-input.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useCheck } from "../../ui/use-check.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import classes from "./invoices.module.css";
import { RefundEffect } from "./refund-effect.tsx";

const amountOf = (typed: string) => typed.replace(/[£,\s]/g, "");
const rules = async () => (await import("./forms.ts")).RefundForm;

/** Refunds a payment or a part of it, for staff, with a reason that both parties read and what it takes from whom. */
export function RefundForm({ invoice }: { invoice: Invoice }) {
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  /** What is asked about: with what had been given back when it was, and what it takes from whom. */
  const [asking, setAsking] = useState<{
    request: CallInput<typeof refundInvoice>["body"];
    effect: RefundPreview;
  } | null>(null);
  const { revalidate } = useRevalidator();
  useSavedInput(
    "refund",
    () => (reason || typed ? { reason, typed } : null),
    (kept) => {
      if (!isLike({ reason: "", typed: "" }, kept)) return;
      setReason(kept.reason);
      setTyped(kept.typed);
    },
  );
  const amount = amountOf(typed) || undefined;
  const body = { reason, ...(amount ? { amount } : {}) };
  const readable = amount === undefined || (hundredthsOf(amount) ?? 0) > 0;
  const preview = (signal?: AbortSignal) =>
    call(previewRefund, { params: { id: invoice.id }, query: { amount } }, signal && { signal });
  const { data: effect } = useLoaded(
    preview,
    readable ? `${invoice.refunds.length} ${invoice.refunded} ${amount}` : null,
  );
  const ready = useCheck(rules);
  const ask = async () => {
    const found = (await ready())(body).errors ?? {};
    // Whoever is quick, or was offline for a moment, asks before it is there.
    const now = readable ? (effect ?? (await preview())) : null;
    if (now?.refused) found["amount"] = [now.refused];
    setErrors(found);
    if (Object.keys(found).length === 0 && now)
      setAsking({ request: { ...body, refunded: invoice.refunded }, effect: now });
  };
  return (
    <div className={classes.refund}>
      <TextInput
        label="Amount"
        description={
          effect
            ? `At most ${formatPounds(effect.possible)}. Empty refunds all of it.`
            : "Empty refunds all that is left."
        }
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={errors["amount"]?.[0] ?? effect?.refused ?? undefined}
      />
      <Textarea
        label="Reason"
        description="Both parties read it."
        minRows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={errors["reason"]?.[0]}
      />
      {effect && !effect.refused && <RefundEffect effect={effect} invoice={invoice} />}
      <ActionButton variant="danger" onPress={ask}>
        Refund
      </ActionButton>
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(null)}
          title={`Refund ${formatPounds(asking.effect.amount)}?`}
          confirm="Refund"
          variant="danger"
          onConfirm={async () => {
            await call(refundInvoice, { params: { id: invoice.id }, body: asking.request }).finally(revalidate);
            setReason("");
            setTyped("");
            notice(`${formatPounds(asking.effect.amount)} was given back. Both parties have been told.`);
          }}
        >
          <RefundEffect effect={asking.effect} invoice={invoice} />
          <p>Both parties are told, with your reason. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
