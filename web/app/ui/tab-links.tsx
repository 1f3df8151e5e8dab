import { Link } from "react-router";
import look from "./tab-links.module.css";

/** Views of one thing side by side, each with an address of its own; they need no script. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; text: string; current: boolean }[];
}) {
  return (
    <nav className={look.tabs} aria-label={label}>
      {tabs.map(({ to, text, current }) => (
        <Link key={to} to={to} aria-current={current ? "page" : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
