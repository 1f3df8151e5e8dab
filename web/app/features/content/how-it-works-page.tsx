import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from "react-router";
import { contentContext, siteContext } from "../../context.ts";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import { closingOf, heroOf } from "./copy.ts";
import { foundAs } from "./found.ts";
import look from "./page.module.css";
import { Closing, Missing, PageHero } from "./parts.tsx";
import { fieldsOf, plain, rowsOf } from "./text.ts";

const title = "How it works";
const otherwise = {
  title: "Eight steps, one straight line.",
  description: "From the first form to the last invoice, in the order it happens.",
};
const mostSteps = 8;

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await context.get(contentContext).page(pageIds.howItWorks);
  const fields = fieldsOf(page);
  const steps = rowsOf(fields.process_steps)
    .slice(0, mostSteps)
    .map(({ step_title, step_description }) => ({ title: plain(step_title), text: plain(step_description) }));
  return { site: context.get(siteContext), hero: heroOf(fields, otherwise), steps, closing: closingOf(fields) };
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData ? foundAs({ ...loaderData, title, description: loaderData.hero.description, path: "/how-it-works" }) : [];

/** The eight steps on the plumb line, from page 195. */
export default function HowItWorksPage() {
  const { hero, steps, closing } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${look.page}`}>
      <PageHero eyebrow={title} {...hero} />
      {steps.length > 0 ? (
        <section className={look.steps} aria-label="The steps">
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
