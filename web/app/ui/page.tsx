import type { ReactNode } from "react";
import { BackLink } from "./back-link.tsx";
import look from "./page.module.css";

/**
 * A page: one title, one sentence that says what it is for, one primary action, a way back. `width` "form" and "reading"
 * keep forms and prose narrow; `badge` stands beside the title, `eyebrow` above it.
 */
export function Page({
  title,
  sentence,
  action,
  back,
  badge,
  eyebrow,
  width,
  children,
}: {
  title: ReactNode;
  sentence?: ReactNode;
  action?: ReactNode;
  back?: { to: string; text: string };
  badge?: ReactNode;
  eyebrow?: ReactNode;
  width?: "form" | "reading";
  children?: ReactNode;
}) {
  return (
    <div className={["wrap", look.page, width && look[width]].filter(Boolean).join(" ")}>
      {back && <BackLink to={back.to}>{back.text}</BackLink>}
      <div className={look.head}>
        <div className={look.words}>
          {eyebrow && <p className={`eyebrow ${look.eyebrow}`}>{eyebrow}</p>}
          <div className={look.title}>
            <h1>{title}</h1>
            {badge}
          </div>
          {sentence && <p className={look.sentence}>{sentence}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
