import { RichText } from "../content/parts.tsx";
import classes from "./member-home.module.css";
import type { MembersCopy } from "./overview.ts";

/** The editors' sections for members, below the next steps. */
export function MembersSections({ sections }: Pick<MembersCopy, "sections">) {
  if (sections.length === 0) return null;
  return (
    <div className={classes.sections}>
      {sections.map(({ title, html, picture }) => (
        <section key={title}>
          {picture && <img src={picture.url} alt="" width={picture.width} height={picture.height} loading="lazy" />}
          <h2>{title}</h2>
          <RichText html={html} />
        </section>
      ))}
    </div>
  );
}
