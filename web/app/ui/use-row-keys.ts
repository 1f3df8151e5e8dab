import { useEffect, useRef, useState } from "react";

/** How long after "g", which begins the way to a page, the next key is not ours; in milliseconds. */
const chordMs = 1_500;

/**
 * Moves through the rows of a list with j and k, and runs `keys` for the row that is marked. Nothing happens while somebody
 * types or a dialog is open. Returns the marked row's place, and a function that marks another.
 */
export function useRowKeys(count: number, keys: Readonly<Record<string, (row: number) => void>>) {
  const [place, setPlace] = useState(0);
  const row = Math.min(place, Math.max(count - 1, 0));
  const latest = useRef({ row, count, keys });
  latest.current = { row, count, keys };
  useEffect(() => {
    let notBefore = 0;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event.target)) return;
      if (event.key === "g") notBefore = event.timeStamp + chordMs;
      if (event.timeStamp < notBefore || latest.current.count === 0) return;
      if (event.key === "j" || event.key === "k") {
        const next = latest.current.row + (event.key === "j" ? 1 : -1);
        return setPlace(Math.max(0, Math.min(next, latest.current.count - 1)));
      }
      // A link or a button in focus has its own Enter.
      if (event.key === "Enter" && event.target !== document.body) return;
      const act = latest.current.keys[event.key];
      if (!act) return;
      event.preventDefault();
      act(latest.current.row);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return [row, setPlace] as const;
}

const isElsewhere = (target: EventTarget | null) =>
  document.querySelector("[role=dialog], dialog[open]") !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select")));
