import { type ReactNode, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router";
import classes from "./profiles.module.css";

export type Section = { key: string; title: string; content: ReactNode };

/**
 * An account page: its sections in a sidebar, one of them open, named in the address. Those that have been open stay
 * rendered but hidden, so that their input is kept.
 */
export function Sections({ label, sections }: { label: string; sections: readonly Section[] }) {
  const [search] = useSearchParams();
  const open = sections.find(({ key }) => key === search.get("section")) ?? sections[0];
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (open && !opened.includes(open.key)) setOpened([...opened, open.key]);
  return (
    <div className={classes.sections}>
      <nav aria-label={label}>
        <ul className={classes.sidebar}>
          {sections.map(({ key, title }) => (
            <li key={key}>
              <Link
                to={`?section=${key}`}
                preventScrollReset
                replace
                aria-current={key === open?.key ? "page" : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {sections.map(({ key, title, content }) => (
          <section key={key} hidden={key !== open?.key} aria-label={title}>
            {opened.includes(key) && <Suspense>{content}</Suspense>}
          </section>
        ))}
      </div>
    </div>
  );
}
