import { formatLong } from "@plumbline/contract/dates.ts";
import { cardOfCustomer, changePlan, type Plan, previewChange } from "@plumbline/contract/membership/contract.ts";
import { planInSentence, texts } from "@plumbline/contract/membership/rules.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { call } from "../../call.ts";
import { Failure } from "../../failure.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Money } from "../../ui/money.tsx";
import { notice } from "../../ui/notice.ts";
import { SkeletonBar } from "../../ui/skeletons.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { cardWords } from "../payment/card-words.ts";
import { useConfirmPayment } from "../payment/confirm-payment.ts";
import { followOutcome } from "./follow-outcome.ts";
import classes from "./plans.module.css";

/** Confirms a change of plan, with the provider's amounts for now and for the next payment (row B-04, decision 17). */
export function ChangeDialog({
  plan,
  ending,
  onClose,
  onChanged,
}: {
  plan: Plan | null;
  /** A scheduled cancellation that the change reverts. */
  ending: boolean;
  onClose: () => void;
  onChanged: () => void;
}) {
  const confirm = useConfirmPayment();
  const preview = useLoaded(
    () => call(previewChange, { body: { plan_id: plan?.price_id ?? "" } }),
    plan?.price_id ?? null,
  );
  const card = useLoaded(() => call(cardOfCustomer, {}), plan?.price_id ?? null);
  const change = async () => {
    if (preview.failure) throw new Failure(0, "", "Please have the price worked out again first.");
    if (!plan || !preview.data)
      throw new Failure(0, "", "We are still working out what is charged. Please wait a moment.");
    const answer = await call(changePlan, {
      body: { plan_id: plan.price_id, proration_date: preview.data.proration_date },
    });
    const message = await followOutcome(
      answer,
      confirm,
      ({ current_package }) => current_package?.price_id === plan.price_id,
      `You now have the ${planInSentence(plan.name)}.`,
    );
    notice(message);
    onChanged();
  };
  return (
    <ConfirmDialog
      opened={plan !== null}
      onClose={onClose}
      title={plan ? `Change to the ${planInSentence(plan.name)}?` : ""}
      confirm={texts.change}
      cancel="Keep my plan"
      onConfirm={change}
    >
      {preview.failure ? (
        <ErrorState title="We could not work out the price" failure={preview.failure} onRetry={preview.retry} />
      ) : (
        <dl className={classes.sums} aria-busy={!preview.data}>
          <div className={classes.total}>
            <dt>Charged to your card now</dt>
            <dd>
              {preview.data ? <Money pounds={preview.data.amount_now} big /> : <SkeletonBar width={120} height={30} />}
            </dd>
          </div>
          <div>
            <dt>From</dt>
            <dd>{card.data || card.failure ? cardWords(card.data) : <SkeletonBar width={150} />}</dd>
          </div>
          <div>
            <dt>{unbroken(preview.data ? `Then, on ${formatLong(preview.data.next_payment.date)}` : "Then")}</dt>
            <dd>{preview.data ? <Money pounds={preview.data.next_payment.amount} /> : <SkeletonBar width={80} />}</dd>
          </div>
        </dl>
      )}
      <p>
        What you have paid for and not used is taken off.
        {preview.data && preview.data.credit > 0
          ? ` ${formatPounds(preview.data.credit)} are left over: they stay with us as credit and pay your next bills.`
          : ""}
        {ending ? " Your cancellation is taken back." : ""}
      </p>
    </ConfirmDialog>
  );
}
