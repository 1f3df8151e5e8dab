import type { ShownSiteText } from "@plumbline/contract/site-texts/contract.ts";
import { FramedScene, RichText } from "../content/parts.tsx";
import { emphasised } from "../content/text.ts";
import classes from "./site-text.module.css";

/** A text as visitors read it, with the public pages' own parts. Its links lead nowhere. */
export function Preview({ title, shown, isPage }: { title: string; shown: ShownSiteText; isPage: boolean }) {
  const { picture, button } = shown;
  return (
    <section aria-label={title} className={classes.preview}>
      <p className="eyebrow">{title}</p>
      <div inert className={picture ? classes.beside : undefined}>
        <div>
          <p className={isPage ? classes.pageTitle : classes.bannerTitle}>
            {emphasised(shown.title).map(({ text, strong }) => (strong ? <em key={text}>{text}</em> : text))}
          </p>
          <RichText html={shown.html} />
          {button && <p className={classes.button}>{button}</p>}
        </div>
        {picture && <FramedScene picture={picture} />}
      </div>
    </section>
  );
}
