import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";
import look from "./status.module.css";

/** A status in a sentence, under the title; `children` says more, `action` is what to do about it. */
export function Banner({
  tone = "calm",
  title,
  action,
  children,
}: {
  tone?: Tone;
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`${look.banner} ${look[tone]}`} role="status">
      <div>
        <p className={look.title}>{title}</p>
        {children && <div className={look.text}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
