import { Link, useLocation } from "react-router";
import { EmptyState } from "./empty-state.tsx";

/** A list whose filters leave nothing, with the way back to all of it. */
export function NothingFound({ of }: { /** What the list has: "invoices". */ of: string }) {
  const { pathname } = useLocation();
  return (
    <EmptyState
      title="Nothing found"
      text={`None of your ${of} is like that. Try other words, or fewer filters.`}
      action={<Link to={pathname}>Show all {of}</Link>}
    />
  );
}
