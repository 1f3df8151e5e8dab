import { Radio, TextInput } from "@mantine/core";
import { giveReference, type ReferenceRequest, readReferenceRequest } from "@plumbline/contract/back-office/queue.ts";
import {
  type Recommendation,
  recommendationLabels,
  recommendations,
} from "@plumbline/contract/back-office/queue-rules.ts";
import { product } from "@plumbline/contract/product.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";

export const meta = () => titled("A reference");

/** The form for a reference about an applicant, which our e-mail to the referee links to; it says who reads it. */
export default function ReferencePage() {
  const { token = "" } = useParams();
  const { data, failure, retry } = useLoaded(
    (signal) => call(readReferenceRequest, { params: { token } }, { signal }),
    token,
  );
  const [given, setGiven] = useState<ReferenceRequest | null>(null);
  const request = given ?? data;
  if (failure?.status === 404)
    return (
      <Page title="A reference" width="form">
        <Banner tone="bad" title="This link is not known">
          Your mail program may have cut it short: please open it once more from there.
        </Banner>
      </Page>
    );
  if (!request)
    return (
      <Page title="A reference" width="form">
        {failure && <ErrorState failure={failure} onRetry={retry} />}
      </Page>
    );
  return (
    <Page
      title={`A reference for ${request.applicant}`}
      sentence={`${request.applicant} has applied to ${product} as ${request.role === "advisor" ? "an advisor" : "a business member"}, and we would be glad of a few words from you.`}
      width="form"
    >
      {request.given ? (
        <Banner title={`Thank you, ${request.referee}.`}>We have your reference. There is nothing more to do.</Banner>
      ) : (
        <ReferenceForm token={token} request={request} onGiven={setGiven} />
      )}
    </Page>
  );
}

const rules = async () => (await import("./forms.ts")).ReferenceForm;

function ReferenceForm({
  token,
  request,
  onGiven,
}: {
  token: string;
  request: ReferenceRequest;
  onGiven: (request: ReferenceRequest) => void;
}) {
  const form = useSchemaForm(rules, {
    initialValues: { known_as: "", recommends: initially<Recommendation | "">(""), words: "" },
    onSubmit: async (_values, body) => onGiven(await call(giveReference, { params: { token }, body })),
  });
  return (
    <Form {...form.props}>
      <TextInput label={`How do you know ${request.applicant}?`} maxLength={300} {...form.field("known_as")} />
      <Radio.Group label="Would you recommend them?" {...form.field("recommends")}>
        {recommendations.map((value) => (
          <Radio key={value} value={value} label={recommendationLabels[value]} mt={10} />
        ))}
      </Radio.Group>
      <Textarea
        label="Anything you would like to add (optional)"
        minRows={4}
        maxLength={4000}
        {...form.field("words")}
      />
      <p className="small">
        The people at {product} who decide read this. {request.applicant} does not, unless the law obliges us to show
        it. You can send it once.
      </p>
      <FailureNotice failure={form.failure} />
      <SubmitButton busy={form.busy} busyText="Sending…">
        Send the reference
      </SubmitButton>
    </Form>
  );
}
