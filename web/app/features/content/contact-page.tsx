import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { supportTexts } from "@plumbline/contract/support/rules.ts";
import { data, redirect } from "react-router";
import { contentContext, formsContext, siteContext } from "../../context.ts";
import type { Route } from "./+types/contact-page.ts";
import classes from "./contact.module.css";
import { ContactForm } from "./contact-form.tsx";
import { ContactMap } from "./contact-map.tsx";
import { heroOf } from "./copy.ts";
import { foundAs } from "./found.ts";
import pageClasses from "./page.module.css";
import { Emphasised, Headline, RichText } from "./parts.tsx";
import { valuesOf } from "./posted.ts";
import { fieldsOf, plain, rowsOf } from "./text.ts";

const otherwise = {
  title: "Write to us. A\u00a0person answers.",
  description: "Questions about membership, an application or an invoice all come to the same small team.",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const fields = fieldsOf(await context.get(contentContext).page(pageIds.contact));
  const [map = {}] = rowsOf([fields.map]);
  const point = { lat: Number(map.lat), lng: Number(map.lng) };
  return {
    site: context.get(siteContext),
    hero: heroOf(fields, otherwise),
    email: plain(fields.contact_email),
    phone: plain(fields.contact_phone),
    hours: plain(fields.contact_hours),
    address: plain(fields.contact_address),
    html: typeof fields.contact_content === "string" ? fields.contact_content : "",
    map: Number.isFinite(point.lat) && Number.isFinite(point.lng) ? { ...point, place: plain(map.address) } : null,
    sent: new URL(request.url).searchParams.has("sent"),
  };
}

/** The form as posted by a browser without scripts: sent, or rendered again with the errors and the input. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = valuesOf(await request.formData());
  const outcome = await context.get(formsContext).contact(values);
  if ("message" in outcome) throw redirect("/contact?sent", 303);
  return data({ errors: outcome.errors, values }, { status: outcome.status ?? 200 });
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? foundAs({
        site: loaderData.site,
        title: "Contact us",
        description: loaderData.hero.description,
        path: "/contact",
      })
    : [];

/** The form, other contact details, and the map, from page 231; the form works without that page (row C-13). */
export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { hero, email, phone, hours, address, html, map, sent } = loaderData;
  const posted = actionData;
  return (
    <div className={`wrap ${pageClasses.page}`}>
      <div className={classes.columns}>
        <div>
          <p className="eyebrow">Contact us</p>
          <Headline title={<Emphasised title={hero.title} />} sentence={hero.description} />
          <ContactForm posted={posted ?? null} thanks={sent ? supportTexts.sent : ""} />
        </div>
        <aside className={classes.aside}>
          {map && <ContactMap {...map} />}
          <dl>
            {address && (
              <div>
                <dt>Address</dt>
                <dd>{address}</dd>
              </div>
            )}
            {email && (
              <div>
                <dt>E-mail</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </div>
            )}
            {phone && (
              <div>
                <dt>Telephone</dt>
                <dd>
                  <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
                  {hours && <span className="small"> {hours}</span>}
                </dd>
              </div>
            )}
          </dl>
          {html && <RichText html={html} />}
        </aside>
      </div>
    </div>
  );
}
