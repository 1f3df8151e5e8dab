import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { supportTexts } from "@plumbline/contract/support/rules.ts";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { contentContext, formsContext, siteContext } from "../../context.ts";
import look from "./contact.module.css";
import { ContactForm } from "./contact-form.tsx";
import { ContactMap } from "./contact-map.tsx";
import { heroOf } from "./copy.ts";
import { foundAs } from "./found.ts";
import page from "./page.module.css";
import { Emphasised, RichText } from "./parts.tsx";
import { valuesOf } from "./posted.ts";
import { fieldsOf, plain, rowsOf } from "./text.ts";

const otherwise = {
  title: "Write to us. A person answers.",
  description: "Questions about membership, an application or an invoice all come to the same small team.",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
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

/** The form as a browser posts it by itself: sent, or drawn again with what to correct and everything that was typed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = valuesOf(await request.formData());
  const outcome = await context.get(formsContext).contact(values);
  if ("message" in outcome) throw redirect("/contact?sent", 303);
  return { errors: outcome.errors, values };
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? foundAs({
        site: loaderData.site,
        title: "Contact us",
        description: loaderData.hero.description,
        path: "/contact",
      })
    : [];

/** The form, how else to reach us, and where we are, from page 231; the form works without any of it. */
export default function ContactPage() {
  const { hero, email, phone, hours, address, html, map, sent } = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return (
    <div className={`wrap ${page.page}`}>
      <div className={look.columns}>
        <div>
          <p className="eyebrow">Contact us</p>
          <h1 className={look.title}>
            <Emphasised title={hero.title} />
          </h1>
          <p className={look.lead}>{hero.description}</p>
          <ContactForm posted={posted ?? null} thanks={sent ? supportTexts.sent : ""} />
        </div>
        <aside className={look.aside}>
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
