import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { backLink } from "../ui/back-link.tsx";

/**
 * A link to the parent page leads back to it as it was left, with its filters and where it was scrolled to, if the reader
 * has come from there: its address alone shows a list from its beginning.
 */
export function useWayBack() {
  const location = useLocation();
  /** What the browser's history holds, by place in it, as far as it was visited since the program was loaded. */
  const visited = useRef(new Map<number, string>());
  useEffect(() => {
    visited.current.set(placeInHistory(), location.pathname);
  }, [location]);
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(backLink);
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !isPlain) return;
      const place = placeInHistory();
      for (let before = place - 1; before >= 0; before -= 1)
        if (visited.current.get(before) === link.pathname) {
          // The router follows no link whose default was prevented.
          event.preventDefault();
          return history.go(before - place);
        }
    };
    document.addEventListener("click", press, { capture: true });
    return () => document.removeEventListener("click", press, { capture: true });
  }, []);
}

/** The router counts the entries that it adds. */
const placeInHistory = (): number => history.state?.idx ?? 0;
