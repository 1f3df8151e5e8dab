import { Landscape } from "../../ui/landscape.tsx";
import { RichText } from "../content/parts.tsx";
import classes from "./home.module.css";
import type { HomeCopy } from "./home-copy.ts";

/** Text and a picture side by side; `turned` puts the picture first. Without a picture there is a drawn one. */
export function HomeSection({
  title,
  html,
  picture,
  eyebrow,
  turned = false,
}: HomeCopy["sections"][number] & { eyebrow?: string; turned?: boolean }) {
  return (
    <section className={turned ? `${classes.split} ${classes.turned}` : classes.split}>
      <div>
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h2>{title}</h2>
        <RichText html={html} />
      </div>
      <div className={classes.art}>
        {picture ? (
          <img src={picture.url} alt={picture.alt} width={picture.width} height={picture.height} loading="lazy" />
        ) : (
          <Landscape />
        )}
      </div>
    </section>
  );
}
