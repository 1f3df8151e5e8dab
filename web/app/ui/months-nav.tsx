import { monthPlus, monthsShown } from "@plumbline/contract/earnings/rules.ts";
import { Link } from "react-router";
import classes from "./months-nav.module.css";

/** Links to the twelve months before and after those that a page shows; `past` when the address names the last one. */
export function MonthsNav({ months, past }: { months: readonly { month: string }[]; past: boolean }) {
  const [first, last] = [months[0]?.month ?? "", months.at(-1)?.month ?? ""];
  return (
    <nav className={classes.months} aria-label="Earlier and later months">
      <Link to={`?until=${monthPlus(first, -1)}`} preventScrollReset>
        Earlier
      </Link>
      {past && (
        <>
          <Link to={`?until=${monthPlus(last, monthsShown)}`} preventScrollReset>
            Later
          </Link>
          <Link to="?" preventScrollReset>
            The last twelve months
          </Link>
        </>
      )}
    </nav>
  );
}
