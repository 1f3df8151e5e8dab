import { supportTexts } from "@plumbline/contract/support/rules.ts";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formsContext, siteContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { PlainField, PlainForm, PlainSend } from "../../ui/plain-form.tsx";
import { foundAs } from "./found.ts";
import { valuesOf } from "./posted.ts";

const title = "One useful letter a month";
const sentence = "What we learnt from the month's engagements, in five minutes. No offers.";

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? foundAs({ ...loaderData, title: "Newsletter", description: `${title}. ${sentence}`, path: "/newsletter" })
    : [];

export function loader({ request, context }: LoaderFunctionArgs) {
  return { site: context.get(siteContext), subscribed: new URL(request.url).searchParams.has("subscribed") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const values = valuesOf(await request.formData());
  const outcome = await context.get(formsContext).newsletter(values);
  if ("message" in outcome) throw redirect("/newsletter?subscribed", 303);
  return { errors: outcome.errors, values };
}

/** Where the form in the footer lands when the browser posts it by itself, with what there is to correct. */
export default function NewsletterPage() {
  const { subscribed } = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  if (subscribed)
    return (
      <Page eyebrow="Newsletter" title={supportTexts.subscribed} sentence="The next letter is yours.">
        <ButtonLink to="/insights">Read the insights</ButtonLink>
      </Page>
    );
  return (
    <Page eyebrow="Newsletter" title={title} sentence={sentence} width="form">
      <PlainForm
        action="/newsletter"
        call="/api/subscribe"
        failed="That did not go through. Please try again in a moment."
      >
        <PlainField
          id="name"
          label="Name"
          autoComplete="name"
          missing="Please enter your name"
          message={posted?.errors["name"]?.join(" ")}
          defaultValue={posted?.values["name"]}
        />
        <PlainField
          id="email"
          label="E-mail"
          type="email"
          autoComplete="email"
          maxLength={254}
          missing={supportTexts.email}
          message={posted?.errors["email"]?.join(" ")}
          defaultValue={posted?.values["email"]}
        />
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="website">Leave this empty</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <PlainSend text="Send me the letter" busy="Subscribing…" said={posted?.errors["base"]?.join(" ") ?? ""} />
      </PlainForm>
    </Page>
  );
}
