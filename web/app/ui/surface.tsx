import type { ReactNode } from "react";
import look from "./surface.module.css";

/** A bounded area on the page; `tinted` stands on chalk. Use sparingly: hairlines before boxes. */
export function Surface({ tinted = false, children }: { tinted?: boolean; children: ReactNode }) {
  return <div className={tinted ? `${look.surface} ${look.tinted}` : look.surface}>{children}</div>;
}

/** A main column with a narrow one beside it: terms, people, actions. Below each other under 990 px. */
export function WithSidebar({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div className={look.sidebar}>
      <div>{children}</div>
      <aside className={look.rail}>{sidebar}</aside>
    </div>
  );
}

/** A wizard: its PlumbRail on the left, the current step's form on the right. */
export function WithSteps({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <div className={look.steps}>
      {rail}
      <div>{children}</div>
    </div>
  );
}
