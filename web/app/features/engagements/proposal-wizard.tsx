import type { DetailsForm } from "@plumbline/contract/engagements/contract.ts";
import { totalOf } from "@plumbline/contract/engagements/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import { redirectDelay } from "@plumbline/contract/product.ts";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { z } from "zod";
import { asFailure, Failure } from "../../failure.ts";
import { useSavedInput } from "../../saved-input.ts";
import { Banner } from "../../ui/banner.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { PlumbRail } from "../../ui/plumb-line.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { WithSteps } from "../../ui/surface.tsx";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { useStepFocus } from "../../ui/use-step-focus.ts";
import { DetailsStep, heldBackFor, type Lists } from "./details-step.tsx";
import type { Details, Terms } from "./proposal-values.ts";
import classes from "./wizard.module.css";

const termsRules = async () => (await import("./forms.ts")).TermsForm;

const TermsPart = onDemand(() => import("./terms-part.tsx"));

const detailsRules = async () => (await import("./forms.ts")).DetailsForm;

type ReadDetails = z.output<typeof DetailsForm>;

/** The request: figures as numbers and with their total, as the specification has them (decision 47). */
export type Sending = Omit<ReadDetails, "agreement"> &
  Pick<Terms, "payment_type"> &
  Record<"payment_cost" | "payment_span" | "total_payment", number> & { attachment_ids: number[]; message: string };

/**
 * The proposal in two steps (row E-01), for a new one and for one that came back. Input is never lost; after sending,
 * the page says so and opens the list after two seconds (rows E-08 and E-09).
 */
export function ProposalWizard({
  steps,
  start,
  lists,
  client,
  finish,
  done,
  send,
  onChange,
  withMessage = false,
}: {
  steps: readonly [string, string];
  start: { details: Details; terms: Terms };
  lists: Lists;
  /** The customer, once chosen. */
  client?: string;
  /** The submit button, and the message after success. */
  finish: string;
  done: string;
  send: (sending: Sending) => Promise<unknown>;
  /** Keeps the values as a draft. */
  onChange: (values: { details: Details; terms: Terms }) => void;
  withMessage?: boolean;
}) {
  const [step, setStep] = useState(0);
  const [sent, setSent] = useState(false);
  const [message, setMessage] = useState("");
  useSavedInput("proposal-message", () => (!sent && message) || null, setMessage);
  const navigate = useNavigate();

  const files = useFormFiles();
  const [read, setRead] = useState<ReadDetails | null>(null);
  const details = useSchemaForm(detailsRules, {
    initialValues: start.details,
    kept: true,
    onSubmit: async (_typed, complete) => {
      const heldBack = heldBackFor(lists, complete.customer_id);
      if (heldBack) throw new Failure(409, "", heldBack, { customer_id: [heldBack] });
      files.requireAll();
      setRead(complete);
      setStep(1);
    },
  });
  const terms = useSchemaForm(termsRules, {
    initialValues: start.terms,
    kept: true,
    onSubmit: async ({ payment_type }, { payment_cost: unitPricePence, payment_span: unitsHundredths }) => {
      if (sent || !read) return;
      const { agreement: _, ...rest } = read;
      try {
        await send({
          ...rest,
          payment_type,
          payment_cost: decimalOf(unitPricePence),
          payment_span: decimalOf(unitsHundredths),
          total_payment: decimalOf(totalOf({ unitPricePence, unitsHundredths })),
          attachment_ids: details.values.files.map(({ id }) => id),
          message,
        });
      } catch (thrown) {
        const failure = asFailure(thrown);
        if (!Object.keys(failure.errors).some((field) => field in details.values || field === "attachment_ids"))
          throw failure;
        // At their fields, and all together at the top of the step, where somebody who comes back to it begins to read.
        details.showFailure(failure);
        details.setFailure(failure);
        setStep(0);
        return;
      }
      setSent(true);
    },
  });

  const top = useStepFocus<HTMLElement>(step);

  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    if (!sent) changed.current({ details: details.values, terms: terms.values });
  }, [details.values, terms.values, sent]);

  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => void navigate("/engagements"), redirectDelay);
    return () => clearTimeout(timer);
  }, [sent, navigate]);

  const settled: ReactNode = client && (
    <p>
      <span className="small">Client</span>
      <br />
      <strong>{client}</strong>
    </p>
  );

  return (
    <WithSteps rail={<PlumbRail steps={steps} current={step} />}>
      <section ref={top} className={classes.step} aria-label={`Step ${step + 1} of ${steps.length}`}>
        <h2 className="visually-hidden" tabIndex={-1}>
          {steps[step]}
        </h2>
        {sent && <Banner title={done}>Taking you to your engagements…</Banner>}
        {step === 0 ? (
          <Form {...details.props}>
            <FailureNotice failure={details.failure} />
            <DetailsStep form={details} lists={lists} client={settled} onPending={files.onPending("files")} />
            <FormActions>
              <SubmitButton busy={details.busy || files.uploading} busyText="Uploading…">
                Next
              </SubmitButton>
            </FormActions>
          </Form>
        ) : (
          <Suspense>
            <TermsPart
              form={terms}
              finish={finish}
              sent={sent}
              message={withMessage ? { value: message, onChange: setMessage } : null}
              onBack={() => setStep(0)}
              preview={{
                details: details.values,
                terms: terms.values,
                client: client ?? nameIn(lists.customers.data, details.values.customer_id),
                theme: nameIn(lists.themes.data, details.values.theme),
              }}
            />
          </Suspense>
        )}
      </section>
    </WithSteps>
  );
}

const nameIn = (entries: readonly { id: number; name: string }[] | null, id: number | null) =>
  entries?.find((entry) => entry.id === id)?.name ?? "";
