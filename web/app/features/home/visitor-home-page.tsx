import type { PublicPrices } from "@plumbline/contract/membership/rules.ts";
import { formatWholePounds } from "@plumbline/contract/money.ts";
import { product, strapline } from "@plumbline/contract/product.ts";
import { contentContext, pricesContext, siteContext, termsContext } from "../../context.ts";
import { ReturnNote } from "../../shell/return-note.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import italic from "../../ui/fonts/fraunces-italic.woff2?url";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import { foundAs, organization } from "../content/found.ts";
import { Closing, Missing } from "../content/parts.tsx";
import type { Route } from "./+types/visitor-home-page.ts";
import { Hero } from "./hero.tsx";
import classes from "./home.module.css";
import { homeCopy } from "./home-copy.ts";
import { HomeSection } from "./home-section.tsx";
import { Testimonials } from "./testimonials.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  // Without the database the page is shown all the same, and says nothing of the commission.
  const terms = context
    .get(termsContext)()
    .catch(() => null);
  const copy = await homeCopy(context.get(contentContext));
  return {
    ...copy,
    commission: (await terms)?.commission_percent ?? null,
    prices: await context.get(pricesContext)(),
    site: context.get(siteContext),
  };
}

// The one italic line of the site is here, above everything else.
export const links = () => [{ rel: "preload", as: "font", type: "font/woff2", href: italic, crossOrigin: "anonymous" }];

export const meta = ({ loaderData, location }: Route.MetaArgs) =>
  loaderData
    ? [
        ...foundAs({
          site: loaderData.site,
          title: product,
          description: `${strapline} ${loaderData.hero.description}`,
          // The page has two addresses; auditors report a canonical address at the site's root as a mistake.
          path: location.pathname === "/home" ? "/home" : "/",
          about: [organization(loaderData.site), { "@type": "WebSite", name: product, url: loaderData.site }],
        }).filter((tag) => !("title" in tag)),
        { title: `${product} · ${strapline.replace(/\.$/, "")}` },
      ]
    : [];

const factsWith = (commission: number | null, { month }: PublicPrices) => [
  { figure: "8", text: "matched advisors at a time, each with the reasons why" },
  ...(commission === null
    ? []
    : [{ figure: `${100 - commission}%`, text: "of every invoice goes to the advisor, paid by card" }]),
  { figure: formatWholePounds(month), text: "a month for business members, cancel anytime" },
];

/** The public home page: what the product is, why to trust it, and the two ways to join. */
export default function VisitorHomePage({ loaderData }: Route.ComponentProps) {
  const { hero, sections, steps, logos, testimonials, feedback, commission, prices } = loaderData;
  const [first, ...others] = sections;
  return (
    <div className={`wrap ${classes.home}`}>
      <ReturnNote
        asked="The page you asked for is for members. Sign in, and we take you there."
        ended="Your session has ended. Sign in to go on where you were."
      >
        <ButtonLink variant="line" to="/sign-in">
          Sign in
        </ButtonLink>
      </ReturnNote>
      <Hero {...hero} />
      <ul className={classes.facts}>
        {factsWith(commission, prices).map(({ figure, text }) => (
          <li key={figure}>
            <span className="numeral">{figure}</span>
            <p className="small">{text}</p>
          </li>
        ))}
      </ul>
      {!first && <Missing what="The rest of this page" />}
      {first && <HomeSection {...first} eyebrow="For business members" />}
      {steps.length > 0 && (
        <section className={classes.steps}>
          <div>
            <p className="eyebrow">How it works</p>
            <h2>Eight steps, one straight line.</h2>
            <ButtonLink variant="quiet" className={classes.all} to="/how-it-works">
              See all eight
            </ButtonLink>
          </div>
          <PlumbLine numbered>
            {steps.map(({ title, text }, index) => (
              <PlumbStep key={title} number={index + 1} now={index === 0} title={<h3>{title}</h3>}>
                {text}
              </PlumbStep>
            ))}
          </PlumbLine>
        </section>
      )}
      {others.map((section, index) => (
        <HomeSection key={section.title} {...section} turned={index % 2 === 0} />
      ))}
      {logos.length > 0 && (
        <section className={classes.logos}>
          <h2 className="small">Businesses that work this way</h2>
          <ul>
            {logos.map(({ url, alt, width, height }) => (
              <li key={url}>
                <img src={url} alt={alt} width={width} height={height} loading="lazy" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {testimonials.length > 0 && <Testimonials testimonials={testimonials} />}
      {feedback && <Closing {...feedback} link={feedback.link ?? "/contact"} />}
    </div>
  );
}
