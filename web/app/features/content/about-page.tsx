import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { contentContext, siteContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import type { Route } from "./+types/about-page.ts";
import classes from "./about.module.css";
import { closingOf, heroOf } from "./copy.ts";
import { foundAs, organization } from "./found.ts";
import pageClasses from "./page.module.css";
import { FramedScene, Missing, PageHero, RichText } from "./parts.tsx";
import { fieldsOf, pictureOf, plain, rowsOf } from "./text.ts";

const title = "About";
const otherwise = {
  title: "We like things that are straight.",
  description: "A small team in Bristol that introduces growing businesses to people who have done it before.",
};
const html = (value: unknown) => (typeof value === "string" ? value : "");

export async function loader({ context }: Route.LoaderArgs) {
  const fields = fieldsOf(await context.get(contentContext).page(pageIds.about));
  return {
    site: context.get(siteContext),
    hero: heroOf(fields, otherwise),
    story: {
      title: plain(fields.story_title),
      html: html(fields.story_content),
      picture: pictureOf(fields.story_image),
    },
    team: {
      title: plain(fields.team_title) || "The team",
      text: plain(fields.team_description),
      members: rowsOf(fields.team_members).map((member) => ({
        name: plain(member.team_member_name),
        designation: plain(member.team_member_designation),
        picture: pictureOf(member.team_member_image),
      })),
    },
    bottom: { html: html(fields.bottom_content), picture: pictureOf(fields.bottom_image), closing: closingOf(fields) },
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? foundAs({
        ...loaderData,
        title,
        description: loaderData.hero.description,
        path: "/about",
        about: [{ "@type": "AboutPage", mainEntity: organization(loaderData.site) }],
      })
    : [];

/** About us, from page 215: the story, the team, and a closing section (row C-11). */
export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { hero, story, team, bottom } = loaderData;
  return (
    <div className={`wrap ${pageClasses.page}`}>
      <PageHero eyebrow={title} {...hero} />
      {story.html ? (
        <section className={classes.story}>
          <div>
            <h2>{story.title}</h2>
            <FramedScene picture={story.picture} />
          </div>
          <RichText html={story.html} />
        </section>
      ) : (
        <Missing what="Our story" />
      )}
      {team.members.length > 0 && (
        <section className={classes.team}>
          <h2>{team.title}</h2>
          {team.text && <p className={classes.lead}>{team.text}</p>}
          <ul>
            {team.members.map(({ name, designation, picture }) => (
              <li key={name}>
                <Portrait photo={picture?.url} name={name} size={112} />
                <h3>{name}</h3>
                <p className="small">{designation}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {bottom.closing && (
        <section className={bottom.picture ? classes.bottom : `${classes.bottom} ${classes.alone}`}>
          {bottom.picture && <FramedScene picture={bottom.picture} />}
          <div>
            <h2>{bottom.closing.title}</h2>
            <RichText html={bottom.html} />
            {bottom.closing.button && bottom.closing.link && (
              <p className={classes.way}>
                <ButtonLink to={bottom.closing.link}>{bottom.closing.button}</ButtonLink>
              </p>
            )}
          </div>
        </section>
      )}
    </div>
  );
}
