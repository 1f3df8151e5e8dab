import { useContext } from "react";
import { PageOutcomeContext } from "../../page-outcome.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Landscape } from "../home/landscape.tsx";
import type { ClosingCopy, HeroCopy, SectionCopy } from "./copy.ts";
import look from "./parts.module.css";
import type { Picture } from "./text.ts";

/** An editor's title: what they emphasised is emphasised. */
export function Emphasised({ title }: { title: HeroCopy["title"] }) {
  return title.map(({ text, strong }) => (strong ? <em key={text}>{text}</em> : text));
}

/** A picture of the given shape; a drawn one stands in where none came. `first` is for what is seen before scrolling. */
export function Scene({ picture, first = false }: { picture: Picture | null; first?: boolean }) {
  if (!picture) return <Landscape />;
  const { url, alt, width, height } = picture;
  return (
    <img
      src={url}
      alt={alt}
      width={width ?? 1200}
      height={height ?? 750}
      {...(first ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
    />
  );
}

/** The top of a page: its title, a sentence, and a picture beside them. */
export function PageHero({ eyebrow, title, description, picture }: HeroCopy & { eyebrow: string }) {
  return (
    <section className={look.hero}>
      <div>
        <p className="eyebrow">{eyebrow}</p>
        <h1>
          <Emphasised title={title} />
        </h1>
        <p className={look.lead}>{description}</p>
      </div>
      <div className={look.frame}>
        <Scene picture={picture} first />
      </div>
    </section>
  );
}

/** The top of a page of text: no picture, so that the text begins sooner. */
export function PlainHead({ eyebrow, title, sentence }: { eyebrow: string; title: string; sentence?: string }) {
  return (
    <header className={look.head}>
      <p className="eyebrow">{eyebrow}</p>
      <h1>{title}</h1>
      {sentence && <p className={look.lead}>{sentence}</p>}
    </header>
  );
}

/** What an editor wrote, as they wrote it. The server has sanitised it (server/features/content/clean.ts). */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the reader before it reaches a page
  return <div className={look.rich} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Words and a picture side by side; every second one the other way round. */
export function Sections({ sections, eyebrow }: { sections: readonly SectionCopy[]; eyebrow?: string }) {
  return sections.map(({ title, html, picture }, at) => (
    <section key={title} className={at % 2 === 1 ? `${look.split} ${look.turned}` : look.split}>
      <div>
        {eyebrow && at === 0 && <p className={`eyebrow ${look.over}`}>{eyebrow}</p>}
        <h2>{title}</h2>
        <RichText html={html} />
      </div>
      <div className={look.frame}>
        <Scene picture={picture} />
      </div>
    </section>
  ));
}

/** The last word of a page, and the one thing to do. */
export function Closing({ title, text, button, link }: ClosingCopy) {
  return (
    <section className={look.closing}>
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {button && link && <ButtonLink to={link}>{button}</ButtonLink>}
    </section>
  );
}

/** Said where the content service has nothing for us: what is missing, and what to do meanwhile. */
export function Missing({ what }: { what: string }) {
  const outcome = useContext(PageOutcomeContext);
  if (outcome) outcome.unavailable = true;
  return (
    <div className={look.missing} role="status">
      <p>
        <strong>{what} cannot be shown just now.</strong>
      </p>
      <p>
        The place we keep our texts is not answering. Please try again in a minute, or{" "}
        <a href="/contact">write to us</a>.
      </p>
    </div>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={look.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
