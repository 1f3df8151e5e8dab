import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from "react-router";
import { contentContext, siteContext } from "../../context.ts";
import { closingOf, heroOf, sectionsOf } from "./copy.ts";
import { foundAs } from "./found.ts";
import look from "./page.module.css";
import { Closing, Missing, PageHero, Sections } from "./parts.tsx";
import { fieldsOf } from "./text.ts";

const title = "How we help";
const otherwise = {
  title: "A network you can see through.",
  description: "Advisors who have run, funded and fixed businesses like yours, and the reason why each one fits.",
};

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await context.get(contentContext).page(pageIds.howWeHelp);
  const fields = fieldsOf(page);
  return {
    site: context.get(siteContext),
    hero: heroOf(fields, otherwise),
    sections: sectionsOf(fields.body_sections),
    closing: closingOf(fields),
  };
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData ? foundAs({ ...loaderData, title, description: loaderData.hero.description, path: "/how-we-help" }) : [];

/** What members get, from page 160. */
export default function HowWeHelpPage() {
  const { hero, sections, closing } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${look.page}`}>
      <PageHero eyebrow={title} {...hero} />
      {sections.length > 0 ? <Sections sections={sections} /> : <Missing what="What we do for members" />}
      {closing && <Closing {...closing} />}
    </div>
  );
}
