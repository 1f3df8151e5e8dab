import { type ReactNode, useContext } from "react";
import { PageOutcomeContext } from "../../page-outcome.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Landscape } from "../../ui/landscape.tsx";
import { unbroken, unbrokenText } from "../../ui/unbroken.tsx";
import type { ClosingCopy, HeroCopy, SectionCopy } from "./copy.ts";
import classes from "./parts.module.css";
import type { Picture } from "./text.ts";

/** An editor's title, with its emphasis. */
export function Emphasised({ title }: { title: HeroCopy["title"] }) {
  return title.map(({ text, strong }) => (strong ? <em key={text}>{text}</em> : text));
}

/** A picture of the given shape, with a drawn one where none is given. `first` is for pictures above the fold. */
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

/** The same in the pages' usual frame. */
export function FramedScene(props: Parameters<typeof Scene>[0]) {
  return (
    <div className={classes.frame}>
      <Scene {...props} />
    </div>
  );
}

/** A page's title, and a sentence below it. */
export function Headline({ title, sentence }: { title: ReactNode; sentence?: string | undefined }) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      {sentence !== undefined && <p className={classes.lead}>{unbroken(sentence)}</p>}
    </>
  );
}

/** The hero of a page: its title, a sentence, and a picture beside them where it has one. */
export function PageHero({ eyebrow, title, description, picture }: HeroCopy & { eyebrow: string }) {
  return (
    <section className={picture ? classes.hero : `${classes.hero} ${classes.alone}`}>
      <div>
        <p className="eyebrow">{eyebrow}</p>
        <Headline title={<Emphasised title={title} />} sentence={description} />
      </div>
      {picture && <FramedScene picture={picture} first />}
    </section>
  );
}

/** The head of a text page, without a picture. */
export function PlainHead({ eyebrow, title, sentence }: { eyebrow: string; title: string; sentence?: string }) {
  return (
    <header className={classes.head}>
      <p className="eyebrow">{eyebrow}</p>
      <Headline title={title} sentence={sentence} />
    </header>
  );
}

/** An editor's HTML, sanitised by the server (server/features/content/clean.ts). */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the reader before it reaches a page
  return <div className={classes.rich} dangerouslySetInnerHTML={{ __html: unbrokenText(html) }} />;
}

/** Text and a picture side by side, alternating. */
export function Sections({ sections, eyebrow }: { sections: readonly SectionCopy[]; eyebrow?: string }) {
  return sections.map(({ title, html, picture }, at) => (
    <section key={title} className={at % 2 === 1 ? `${classes.split} ${classes.turned}` : classes.split}>
      <div>
        {eyebrow && at === 0 && <p className={`eyebrow ${classes.over}`}>{eyebrow}</p>}
        <h2>{title}</h2>
        <RichText html={html} />
      </div>
      <FramedScene picture={picture} />
    </section>
  ));
}

/** The closing section of a page, with its one action. */
export function Closing({ title, text, button, link }: ClosingCopy) {
  return (
    <section className={classes.closing}>
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {button && link && <ButtonLink to={link}>{button}</ButtonLink>}
    </section>
  );
}

/** Shown when the content service has no content: what is missing, and what to do meanwhile. */
export function Missing({ what }: { what: string }) {
  const outcome = useContext(PageOutcomeContext);
  if (outcome) outcome.unavailable = true;
  return (
    <div className={classes.missing} role="status">
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
    <ul className={classes.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
