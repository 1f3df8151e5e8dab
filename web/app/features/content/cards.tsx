import { cut, excerptLength } from "@plumbline/contract/content/rules.ts";
import { Link } from "react-router";
import look from "./list.module.css";
import { Scene } from "./parts.tsx";
import type { EventCard, InsightCard } from "./posts.ts";
import type { Picture } from "./text.ts";

const membersOnly = <span className={look.members}>Members</span>;

/** The one on top: its picture large beside it. */
export function FeaturedCard({
  to,
  eyebrow,
  title,
  text,
  small,
  picture,
  blocked,
  button,
}: {
  to: string;
  eyebrow: string;
  title: string;
  text: string;
  small: string;
  picture: Picture | null;
  blocked: boolean;
  button: string;
}) {
  return (
    <article className={look.featured}>
      <div className={look.picture}>
        <Scene picture={picture} first />
      </div>
      <div>
        <p className="eyebrow">
          {eyebrow} {blocked && membersOnly}
        </p>
        <h2>
          <Link to={to}>{title}</Link>
        </h2>
        <p className={look.words}>{text}</p>
        <p className="small">{small}</p>
        <p className={look.go} aria-hidden="true">
          {button} →
        </p>
      </div>
    </article>
  );
}

/** Insights in a grid; `short` cuts titles and texts, as beside an insight. */
export function InsightCards({ cards, short = false }: { cards: readonly InsightCard[]; short?: boolean }) {
  if (cards.length === 0) return null;
  return (
    <ul className={look.grid}>
      {cards.map(({ slug, title, excerpt, date, category, picture, blocked }) => (
        <li key={slug}>
          <article className={look.card}>
            <div className={look.picture}>
              <Scene picture={picture && { ...picture, alt: "" }} />
            </div>
            <p className="eyebrow">
              {category ?? "Insight"} {blocked && membersOnly}
            </p>
            <h3>
              <Link to={`/insights/${slug}`}>{short ? cut(title, excerptLength) : title}</Link>
            </h3>
            <p className={look.words}>{short ? cut(excerpt, excerptLength) : excerpt}</p>
            <p className="small">{date}</p>
          </article>
        </li>
      ))}
    </ul>
  );
}

/** Events in a grid. Titles are cut at 65 characters, `short` ones beside an event at 75, as specified. */
export function EventCards({ cards, short = false }: { cards: readonly EventCard[]; short?: boolean }) {
  if (cards.length === 0) return null;
  return (
    <ul className={look.grid}>
      {cards.map(({ slug, title, fullTitle, excerpt, date, time, picture, over, button, blocked }) => (
        <li key={slug}>
          <article className={look.card}>
            <div className={look.picture}>
              <Scene picture={picture && { ...picture, alt: "" }} />
            </div>
            <p className="eyebrow">
              {date} {blocked && membersOnly}
            </p>
            <h3>
              <Link to={`/events/${slug}`}>{short ? cut(fullTitle, excerptLength) : title}</Link>
            </h3>
            <p className={look.words}>{excerpt}</p>
            <p className="small">{over ? "This has taken place" : time}</p>
            <p className={look.go} aria-hidden="true">
              {button} →
            </p>
          </article>
        </li>
      ))}
    </ul>
  );
}
