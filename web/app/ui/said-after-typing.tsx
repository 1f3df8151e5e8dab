import { useEffect, useRef, useState } from "react";

/** In milliseconds. */
const pause = 1000;

/**
 * Reads out what a form comes to once it has not changed for a second: at every key it would drown what is typed. To be put
 * beside the same in sight.
 */
export function SaidAfterTyping({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  const known = useRef(text);
  useEffect(() => {
    if (known.current === text) return;
    const timer = setTimeout(() => {
      known.current = text;
      setSaid(text);
    }, pause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}
