import type { ReactNode } from "react";
import { BackLink } from "./back-link.tsx";
import classes from "./page.module.css";
import { unbroken } from "./unbroken.tsx";

/**
 * The frame of a page: one title, one sentence that says what it is for, one primary action, a back link. `width`
 * "form" and "reading" keep forms and prose narrow; `note` is small print below the sentence; `badge` is beside the title, `eyebrow` above it.
 */
export function Page({
  title,
  sentence,
  note,
  action,
  back,
  badge,
  eyebrow,
  width,
  children,
}: {
  title: ReactNode;
  sentence?: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  back?: { to: string; text: string };
  badge?: ReactNode;
  eyebrow?: ReactNode;
  width?: "form" | "reading";
  children?: ReactNode;
}) {
  return (
    <div className={["wrap", classes.page, width && classes[width]].filter(Boolean).join(" ")}>
      {back && <BackLink to={back.to}>{back.text}</BackLink>}
      <div className={classes.head}>
        <div className={classes.words}>
          {eyebrow && <p className={`eyebrow ${classes.eyebrow}`}>{eyebrow}</p>}
          <div className={classes.title}>
            <h1>{title}</h1>
            {badge}
          </div>
          {sentence && <p className={classes.sentence}>{unbroken(sentence)}</p>}
          {note && <div className={classes.note}>{note}</div>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
