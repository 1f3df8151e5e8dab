import { RichText } from "../content/parts.tsx";
import look from "./home.module.css";
import type { HomeCopy } from "./home-copy.ts";
import { Landscape } from "./landscape.tsx";

/** Words and a picture side by side; `turned` puts the picture first. A section without a picture gets a drawn one. */
export function HomeSection({
  title,
  html,
  picture,
  eyebrow,
  turned = false,
}: HomeCopy["sections"][number] & { eyebrow?: string; turned?: boolean }) {
  return (
    <section className={turned ? `${look.split} ${look.turned}` : look.split}>
      <div>
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h2>{title}</h2>
        <RichText html={html} />
      </div>
      <div className={look.art}>
        {picture ? (
          <img src={picture.url} alt={picture.alt} width={picture.width} height={picture.height} loading="lazy" />
        ) : (
          <Landscape />
        )}
      </div>
    </section>
  );
}
