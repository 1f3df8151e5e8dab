import { monthPlus, monthsShown } from "@plumbline/contract/earnings/rules.ts";
import { Link, useSearchParams } from "react-router";
import classes from "./months-nav.module.css";

/**
 * Links to the twelve months before and after those that a page shows; `past` when the address names the last one. `keep` is
 * the place in the address of a list that does not go by these months, and stays.
 */
export function MonthsNav({
  months,
  past,
  keep,
}: {
  months: readonly { month: string }[];
  past: boolean;
  keep?: string;
}) {
  const [search] = useSearchParams();
  const kept = new URLSearchParams([...search].filter(([name]) => name === keep));
  const until = (month: string) => `?${new URLSearchParams([["until", month], ...kept])}`;
  const [first, last] = [months[0]?.month ?? "", months.at(-1)?.month ?? ""];
  return (
    <nav className={classes.months} aria-label="Earlier and later months">
      <Link to={until(monthPlus(first, -1))} preventScrollReset>
        Earlier
      </Link>
      {past && (
        <>
          <Link to={until(monthPlus(last, monthsShown))} preventScrollReset>
            Later
          </Link>
          <Link to={`?${kept}`} preventScrollReset>
            The last twelve months
          </Link>
        </>
      )}
    </nav>
  );
}
