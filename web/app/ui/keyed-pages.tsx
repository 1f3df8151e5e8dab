import { useSearchParams } from "react-router";
import { ButtonLink } from "./button.tsx";
import classes from "./keyed-pages.module.css";

/**
 * The way through a list that is read by key: on to the next page, and back to the first. `name` is the key's in the
 * address, `last` the key of the last entry shown.
 */
export function KeyedPages({ name, last, more }: { name: string; last: number | undefined; more: boolean }) {
  const [search] = useSearchParams();
  if (!more && !search.has(name)) return null;
  const next = new URLSearchParams(search);
  next.set(name, String(last));
  const first = new URLSearchParams(search);
  first.delete(name);
  return (
    <nav className={classes.pages} aria-label="Pages">
      {search.has(name) && (
        <ButtonLink variant="line" to={`?${first}`}>
          Back to the first
        </ButtonLink>
      )}
      {more && (
        <ButtonLink variant="line" to={`?${next}`} rel="next">
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
