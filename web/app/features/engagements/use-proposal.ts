import type { DetailsForm } from "@plumbline/contract/engagements/contract.ts";
import { redirectDelay } from "@plumbline/contract/product.ts";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { z } from "zod";
import { asFailure, Failure } from "../../failure.ts";
import { isLike } from "../../is-like.ts";
import { useSavedInput } from "../../saved-input.ts";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { useSecondStep } from "../../ui/use-second-step.ts";
import { heldBackFor, type Lists } from "./details-step.tsx";
import type { sentTerms } from "./forms.ts";
import type { Details, Terms } from "./proposal-values.ts";

const forms = () => import("./forms.ts");
const termsRules = async () => (await forms()).TermsForm;
const detailsRules = async () => (await forms()).DetailsForm;

type ReadDetails = z.output<typeof DetailsForm>;

type Sending = Omit<ReadDetails, "agreement"> &
  Pick<Terms, "payment_type"> &
  ReturnType<typeof sentTerms> & { attachment_ids: number[]; message: string };

/**
 * What is typed into the two steps of a proposal, which of them is open, and its sending. Input is never lost: it is kept
 * through `onChange` until it was sent, and two seconds later the list opens (rows E-08 and E-09).
 */
export function useProposal({
  start,
  lists,
  send,
  onChange,
}: {
  start: { details: Details; terms: Terms };
  lists: Lists;
  send: (sending: Sending) => Promise<unknown>;
  /** Keeps the values as a draft. */
  onChange: (values: { details: Details; terms: Terms }) => void;
}) {
  const second = useSecondStep("terms");
  const [sent, setSent] = useState(false);
  const [message, setMessage] = useState("");
  useSavedInput(
    "proposal-message",
    () => (!sent && message) || null,
    (kept) => isLike("", kept) && setMessage(kept),
  );
  const navigate = useNavigate();

  const files = useFormFiles();
  /** What was checked, and as what: the second step is for details that have not changed since. */
  const [read, setRead] = useState<{ typed: Details; details: ReadDetails } | null>(null);
  const details = useSchemaForm(detailsRules, {
    initialValues: start.details,
    kept: true,
    onSubmit: async (typed, complete) => {
      const heldBack = heldBackFor(lists, complete.customer_id);
      if (heldBack) throw new Failure(409, "", heldBack, { customer_id: [heldBack] });
      files.requireAll();
      setRead({ typed, details: complete });
      second.open();
    },
  });
  const terms = useSchemaForm(termsRules, {
    initialValues: start.terms,
    kept: true,
    onSubmit: async ({ payment_type }, { payment_cost, payment_span }) => {
      if (sent || !read) return;
      const { agreement: _, ...rest } = read.details;
      try {
        await send({
          ...rest,
          payment_type,
          ...(await forms()).sentTerms(payment_cost, payment_span),
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
        second.back();
        return;
      }
      setSent(true);
    },
  });

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

  const step = second.isOpen && read?.typed === details.values ? 1 : 0;
  return { step, back: second.back, details, terms, files, sent, message, setMessage };
}
