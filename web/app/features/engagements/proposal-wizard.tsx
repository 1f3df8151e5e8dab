import { type ReactNode, Suspense } from "react";
import { Banner } from "../../ui/banner.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { PlumbRail } from "../../ui/plumb-line.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { WithSteps } from "../../ui/surface.tsx";
import { useStepFocus } from "../../ui/use-step-focus.ts";
import { DetailsStep } from "./details-step.tsx";
import { useProposal } from "./use-proposal.ts";
import classes from "./wizard.module.css";

const TermsPart = onDemand(() => import("./terms-part.tsx"));

/** The proposal in two steps (row E-01), for a new one and for one that came back. */
export function ProposalWizard({
  steps,
  client,
  finish,
  done,
  withMessage = false,
  ...proposal
}: Parameters<typeof useProposal>[0] & {
  steps: readonly [string, string];
  /** The customer, once chosen. */
  client?: string;
  /** The submit button, and the message after success. */
  finish: string;
  done: string;
  withMessage?: boolean;
}) {
  const { step, back, details, terms, files, sent, message, setMessage } = useProposal(proposal);
  const { lists } = proposal;
  const top = useStepFocus<HTMLElement>(step);
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
              onBack={back}
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
