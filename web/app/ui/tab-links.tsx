import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { keepCurrentCentred } from "./keep-current-centred.ts";
import classes from "./tab-links.module.css";

/**
 * Tabs whose views have addresses of their own; they work without scripts. Where they are wider than the screen, the
 * current one is scrolled to the middle, for visitors by the public script (public-script/tabs.ts).
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever the tabs are others or another one is current
  useLayoutEffect(() => {
    if (!bar.current) return;
    const observer = keepCurrentCentred(bar.current);
    return () => observer.disconnect();
  }, [at, tabs.length]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label} data-tabs>
      {tabs.map(({ to, text, current }) => (
        <Link key={to} to={to} aria-current={current ? "page" : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
