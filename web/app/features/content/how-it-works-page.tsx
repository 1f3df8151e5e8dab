import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { contentContext, siteContext } from "../../context.ts";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import type { Route } from "./+types/how-it-works-page.ts";
import { closingOf, heroOf } from "./copy.ts";
import { foundAs } from "./found.ts";
import classes from "./page.module.css";
import { Closing, Missing, PageHero } from "./parts.tsx";
import { fieldsOf, plain, rowsOf } from "./text.ts";

const title = "How it works";
const otherwise = {
  title: "Eight steps, one straight line.",
  description: "From the first form to the last invoice, in the order it happens.",
};
const maxSteps = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const page = await context.get(contentContext).page(pageIds.howItWorks);
  const fields = fieldsOf(page);
  const steps = rowsOf(fields.process_steps)
    .slice(0, maxSteps)
    .map(({ step_title, step_description }) => ({ title: plain(step_title), text: plain(step_description) }));
  return { site: context.get(siteContext), hero: heroOf(fields, otherwise), steps, closing: closingOf(fields) };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData ? foundAs({ ...loaderData, title, description: loaderData.hero.description, path: "/how-it-works" }) : [];

/** The eight steps along the plumb line, from page 195 (row C-10). */
export default function HowItWorksPage({ loaderData }: Route.ComponentProps) {
  const { hero, steps, closing } = loaderData;
  return (
    <div className={`wrap ${classes.page}`}>
      <PageHero eyebrow={title} {...hero} />
      {steps.length > 0 ? (
        <section className={classes.steps} aria-label="The steps">
          <PlumbLine numbered>
            {steps.map((step, at) => (
              <PlumbStep key={step.title} number={at + 1} now={at === 0} title={<h2>{step.title}</h2>}>
                <p>{step.text}</p>
              </PlumbStep>
            ))}
          </PlumbLine>
        </section>
      ) : (
        <Missing what="The steps" />
      )}
      {closing && <Closing {...closing} />}
    </div>
  );
}
