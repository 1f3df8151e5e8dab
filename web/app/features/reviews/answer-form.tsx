import { answerReview } from "@plumbline/contract/reviews/contract.ts";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "./reviews.module.css";

const rules = async () => (await import("./forms.ts")).AnswerForm;

/** The advisor can answer once (decision 26). */
export function AnswerForm({ reviewId, customer }: { reviewId: number; customer: string }) {
  const [open, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: { answer: "" },
    draft: `answer ${reviewId}`,
    onSubmit: async (body) => {
      await call(answerReview, { params: { id: reviewId }, body });
      await revalidate();
    },
  });
  useEffect(() => {
    if (form.restored) setOpen(true);
  }, [form.restored]);
  if (!open)
    return (
      <Button variant="quiet" className={classes.toAnswer} onClick={() => setOpen(true)}>
        Answer<span className="visually-hidden"> {customer}'s review</span>
      </Button>
    );
  return (
    <Form {...form.props}>
      <Textarea
        label={`Your answer to ${customer}`}
        description="Everybody who reads the review sees it. You can answer once."
        maxLength={5000}
        autoFocus
        {...form.field("answer")}
      />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton busy={form.busy} busyText="Sending…">
          Send answer
        </SubmitButton>
        <Button variant="line" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}
