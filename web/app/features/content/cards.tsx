import { excerptLength, truncate } from "@plumbline/contract/content/rules.ts";
import { Link } from "react-router";
import classes from "./list.module.css";
import { Scene } from "./parts.tsx";
import type { EventCard, InsightCard } from "./posts.ts";
import type { Picture } from "./text.ts";

const membersOnly = <span className={classes.members}>Members</span>;

type CardContent = {
  to: string;
  eyebrow: string;
  title: string;
  text: string;
  small: string;
  picture: Picture | null;
  blocked: boolean;
  button?: string;
};

/** The first card, with a large picture beside it. */
export function FeaturedCard({ to, eyebrow, title, text, small, picture, blocked, button }: Required<CardContent>) {
  return (
    <article className={classes.featured}>
      <div className={classes.picture}>
        <Scene picture={picture} first />
      </div>
      <div>
        <p className="eyebrow">
          {eyebrow} {blocked && membersOnly}
        </p>
        <h2>
          <Link to={to}>{title}</Link>
        </h2>
        <p className={classes.words}>{text}</p>
        <p className="small">{small}</p>
        <p className={classes.go} aria-hidden="true">
          {button} →
        </p>
      </div>
    </article>
  );
}

function Card({ to, eyebrow, title, text, small, picture, blocked, button }: CardContent) {
  return (
    <li>
      <article className={classes.card}>
        <div className={classes.picture}>
          <Scene picture={picture && { ...picture, alt: "" }} />
        </div>
        <p className="eyebrow">
          {eyebrow} {blocked && membersOnly}
        </p>
        <h3>
          <Link to={to}>{title}</Link>
        </h3>
        <p className={classes.words}>{text}</p>
        <p className="small">{small}</p>
        {button !== undefined && (
          <p className={classes.go} aria-hidden="true">
            {button} →
          </p>
        )}
      </article>
    </li>
  );
}

/** Insights in a grid; `short` cuts titles and texts, as beside an insight. */
export function InsightCards({ cards, short = false }: { cards: readonly InsightCard[]; short?: boolean }) {
  if (cards.length === 0) return null;
  return (
    <ul className={classes.grid}>
      {cards.map(({ slug, title, excerpt, date, category, picture, blocked }) => (
        <Card
          key={slug}
          to={`/insights/${slug}`}
          eyebrow={category ?? "Insight"}
          title={short ? truncate(title, excerptLength) : title}
          text={short ? truncate(excerpt, excerptLength) : excerpt}
          small={date}
          picture={picture}
          blocked={blocked}
        />
      ))}
    </ul>
  );
}

/** Events in a grid. Titles are cut at 65 characters, `short` ones beside an event at 75, as specified. */
export function EventCards({ cards, short = false }: { cards: readonly EventCard[]; short?: boolean }) {
  if (cards.length === 0) return null;
  return (
    <ul className={classes.grid}>
      {cards.map(({ slug, title, fullTitle, excerpt, date, time, picture, over, button, blocked }) => (
        <Card
          key={slug}
          to={`/events/${slug}`}
          eyebrow={date}
          title={short ? truncate(fullTitle, excerptLength) : title}
          text={excerpt}
          small={over ? "This has taken place" : time}
          picture={picture}
          blocked={blocked}
          button={button}
        />
      ))}
    </ul>
  );
}
