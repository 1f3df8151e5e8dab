import { wrap } from "@plumbline/contract/endpoint.ts";
import type { ProjectDetail } from "@plumbline/contract/engagements/contract.ts";
import { redirectDelay } from "@plumbline/contract/product.ts";
import { createReview } from "@plumbline/contract/reviews/contract.ts";
import { defaultRating, texts } from "@plumbline/contract/reviews/rules.ts";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useClosing } from "../../ui/use-closing.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "./reviews.module.css";
import { StarField } from "./star-field.tsx";

const rules = async () => (await import("./forms.ts")).ReviewForm;

/**
 * Rows. An untouched rating is sent as five stars, with the information that it was untouched (decision
 * 26); it is drawn with empty stars, because it will not be shown (decision 54).
 */
export function ReviewDialog({
  opened,
  project,
  onClose,
}: {
  opened: boolean;
  project: ProjectDetail;
  onClose: () => void;
}) {
  const [recorded, setRecorded] = useState(false);
  const { revalidate } = useRevalidator();
  const advisor = project.advisor.profile.name;
  const form = useSchemaForm(rules, {
    initialValues: { rating: defaultRating, rating_chosen: false, body: "" },
    draft: `review ${project.id}`,
    onSubmit: async (_typed, review) => {
      await call(createReview, { body: wrap("review", { project_id: project.id, ...review }) });
      setRecorded(true);
    },
  });
  const close = useClosing(form.failure, onClose);
  const leave = useRef(() => {});
  leave.current = () => {
    if (recorded) void revalidate();
    close();
  };
  useEffect(() => {
    if (!recorded) return;
    const timer = setTimeout(() => leave.current(), redirectDelay);
    return () => clearTimeout(timer);
  }, [recorded]);
  return (
    <Dialog
      opened={opened}
      onClose={() => leave.current()}
      title={texts.title}
      size="lg"
      classNames={{ title: classes.modalTitle }}
    >
      {recorded ? (
        <Banner title={texts.recorded} />
      ) : (
        <Form {...form.props}>
          <p>Please write a detailed review about {advisor} and how they helped your business.</p>
          <StarField
            label="Your rating"
            hint={form.values.rating_chosen ? undefined : texts.untouched}
            value={form.values.rating_chosen ? form.values.rating : null}
            onChange={(rating) => form.setValues({ rating, rating_chosen: true })}
          />
          <Textarea label="Your review" minRows={5} maxLength={5000} {...form.field("body")} />
          <FailureNotice failure={form.failure} />
          <FormActions>
            <SubmitButton busy={form.busy} busyText="Sending…">
              {texts.title}
            </SubmitButton>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}
