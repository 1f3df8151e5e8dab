import { supportTexts } from "@plumbline/contract/support/rules.ts";
import { data, redirect } from "react-router";
import { formsContext, siteContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { PlainField, PlainForm, PlainSubmit, plainForm } from "../../ui/plain-form.tsx";
import type { Route } from "./+types/newsletter-page.ts";
import { foundAs } from "./found.ts";
import { Honeypot } from "./honeypot.tsx";
import { postedField, valuesOf } from "./posted.ts";

const form = plainForm("newsletter");
const title = "One useful letter a month";
const sentence = "What we learnt from the month's engagements, in five minutes. No offers.";

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? foundAs({ ...loaderData, title: "Newsletter", description: `${title}. ${sentence}`, path: "/newsletter" })
    : [];

export function loader({ request, context }: Route.LoaderArgs) {
  return { site: context.get(siteContext), subscribed: new URL(request.url).searchParams.has("subscribed") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = valuesOf(await request.formData());
  const outcome = await context.get(formsContext).newsletter(values);
  if ("message" in outcome) throw redirect("/newsletter?subscribed", 303);
  return data({ errors: outcome.errors, values }, { status: outcome.status ?? 200 });
}

/** The target of the footer's form when the browser posts it itself, with errors to correct. */
export default function NewsletterPage({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { subscribed } = loaderData;
  if (subscribed)
    return (
      <Page eyebrow="Newsletter" title={supportTexts.subscribed} sentence="The next letter is yours.">
        <ButtonLink to="/insights">Read the insights</ButtonLink>
      </Page>
    );
  return (
    <Page eyebrow="Newsletter" title={title} sentence={sentence} width="form">
      <PlainForm action="/newsletter" {...form.props}>
        <PlainField label="Name" autoComplete="name" {...form.field("name")} {...postedField(posted, "name")} />
        <PlainField
          label="E-mail"
          autoComplete="email"
          maxLength={254}
          {...form.field("email")}
          {...postedField(posted, "email")}
        />
        <Honeypot />
        <PlainSubmit busyText="Subscribing…" status={posted?.errors["base"]?.join(" ") ?? ""}>
          Send me the letter
        </PlainSubmit>
      </PlainForm>
    </Page>
  );
}
