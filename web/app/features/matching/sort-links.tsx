import { type Sorting, sortings } from "@plumbline/contract/matching/rules.ts";
import { Link } from "react-router";
import classes from "./matching.module.css";

const names: Record<Sorting, string> = { fit: "Best fit", fee: "Lowest fee", rating: "Highest rating" };

/** The order that an address asks for: `?sort=fee`; the fit without one, or with an unknown one. */
export function sortingOf(search: URLSearchParams): Sorting {
  return sortings.find((each) => each === search.get("sort")) ?? "fit";
}

/** The orders of the list, as links that keep the choice in the address. */
export function SortLinks({ current }: { current: Sorting }) {
  return (
    <nav className={classes.sort} aria-label="Sort by">
      <span aria-hidden="true">Sort by</span>
      {sortings.map((each) => (
        <Link
          key={each}
          to={each === "fit" ? "?" : `?sort=${each}`}
          replace
          preventScrollReset
          aria-current={each === current ? "true" : undefined}
        >
          {names[each]}
        </Link>
      ))}
    </nav>
  );
}
