import { useSearchParams } from "react-router";
import { ButtonLink } from "./button.tsx";
import classes from "./pager.module.css";

type Pages = { limit: number; current: number; total_count: number };

/**
 * Previous and next for lists that are paged by number; the page is in the address as `?page=`, or under `name`. From beyond
 * the end of a list that has become shorter, previous is its last page.
 */
export function Pager({
  limit,
  current,
  total_count: total,
  name = "page",
  label = "Pages",
}: Pages & { name?: string; label?: string }) {
  const [search] = useSearchParams();
  const pages = Math.max(1, Math.ceil(total / Math.max(1, limit)));
  if (pages === 1 && current === 1) return null;
  const to = (page: number) => {
    const next = new URLSearchParams(search);
    next.set(name, String(page));
    return `?${next}`;
  };
  return (
    <nav className={classes.pager} aria-label={label}>
      {current > 1 && (
        <ButtonLink variant="line" to={to(Math.min(current - 1, pages))} rel="prev">
          Previous
        </ButtonLink>
      )}
      {current <= pages && (
        <span>
          Page {current} of {pages}
        </span>
      )}
      {current < pages && (
        <ButtonLink variant="line" to={to(current + 1)} rel="next">
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
