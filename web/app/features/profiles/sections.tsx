import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import look from "./profiles.module.css";

export type Section = { key: string; title: string; content: ReactNode };

/**
 * An account page: its sections in a sidebar, one of them open, named in the address. The others stay in the page, out of
 * sight, so that what was typed in one is still there after a look at another.
 */
export function Sections({ label, sections }: { label: string; sections: readonly Section[] }) {
  const [search] = useSearchParams();
  const open = sections.find(({ key }) => key === search.get("section")) ?? sections[0];
  return (
    <div className={look.sections}>
      <nav aria-label={label}>
        <ul className={look.sidebar}>
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
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}
