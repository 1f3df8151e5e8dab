import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { contentContext, siteContext } from "../../context.ts";
import type { Route } from "./+types/how-we-help-page.ts";
import { closingOf, heroOf, sectionsOf } from "./copy.ts";
import { foundAs } from "./found.ts";
import classes from "./page.module.css";
import { Closing, Missing, PageHero, Sections } from "./parts.tsx";
import { fieldsOf } from "./text.ts";

const title = "How we help";
const otherwise = {
  title: "A network you can see through.",
  description: "Advisors who have run, funded and fixed businesses like yours, and the reason why each one fits.",
};

export async function loader({ context }: Route.LoaderArgs) {
  const page = await context.get(contentContext).page(pageIds.howWeHelp);
  const fields = fieldsOf(page);
  return {
    site: context.get(siteContext),
    hero: heroOf(fields, otherwise),
    sections: sectionsOf(fields.body_sections),
    closing: closingOf(fields),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData ? foundAs({ ...loaderData, title, description: loaderData.hero.description, path: "/how-we-help" }) : [];

/** What members get, from page 160 (row C-03). */
export default function HowWeHelpPage({ loaderData }: Route.ComponentProps) {
  const { hero, sections, closing } = loaderData;
  return (
    <div className={`wrap ${classes.page}`}>
      <PageHero eyebrow={title} {...hero} />
      {sections.length > 0 ? <Sections sections={sections} /> : <Missing what="What we do for members" />}
      {closing && <Closing {...closing} />}
    </div>
  );
}
