import { useSearchParams } from "react-router";
import { ButtonLink } from "./button.tsx";
import classes from "./keyed-pages.module.css";

/**
 * The way through a list that is read by key: on to the next page, and back to the first. `name` is the key's in the
 * address, `last` the key of the last entry shown. With `part` the list is one part of its page: the element whose id is
 * `name`, to which both ways lead.
 */
export function KeyedPages({
  name,
  last,
  more,
  part = false,
}: {
  name: string;
  last: number | undefined;
  more: boolean;
  part?: boolean;
}) {
  const [search] = useSearchParams();
  if (!more && !search.has(name)) return null;
  const next = new URLSearchParams(search);
  next.set(name, String(last));
  const first = new URLSearchParams(search);
  first.delete(name);
  const hash = part ? `#${name}` : "";
  const onClick = part ? () => focusPart(name) : undefined;
  return (
    <nav className={classes.pages} aria-label={part ? `Pages of ${name}` : "Pages"}>
      {search.has(name) && (
        <ButtonLink variant="line" to={`?${first}${hash}`} onClick={onClick}>
          Back to the first
        </ButtonLink>
      )}
      {more && (
        <ButtonLink variant="line" to={`?${next}${hash}`} rel="next" onClick={onClick}>
          Next
        </ButtonLink>
      )}
    </nav>
  );
}

/** Or else the focus would go to the page's heading where the link that had it is gone (shell/page-focus.ts). */
function focusPart(id: string) {
  const part = document.getElementById(id);
  if (!part) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
}
