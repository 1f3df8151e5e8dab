import { Link } from "react-router";
import classes from "./tab-links.module.css";

/** Tabs whose views have addresses of their own; they work without scripts. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; text: string; current: boolean }[];
}) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, text, current }) => (
        <Link key={to} to={to} aria-current={current ? "page" : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
