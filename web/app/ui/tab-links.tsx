import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import classes from "./tab-links.module.css";

/**
 * Tabs whose views have addresses of their own; they work without scripts. Where they are wider than the screen, the
 * current one is scrolled to the middle.
 */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; text: string; current: boolean }[];
}) {
  const bar = useRef<HTMLElement>(null);
  const at = tabs.find(({ current }) => current)?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever another tab is the current one
  useLayoutEffect(() => {
    const current = bar.current?.querySelector("[aria-current]");
    if (!bar.current || !current) return;
    const [whole, part] = [bar.current.getBoundingClientRect(), current.getBoundingClientRect()];
    bar.current.scrollLeft += part.left + part.width / 2 - (whole.left + whole.width / 2);
  }, [at]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, text, current }) => (
        <Link key={to} to={to} aria-current={current ? "page" : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
