import { useLayoutEffect, useRef, useState } from "react";
import { TextButton } from "../../ui/button.tsx";
import classes from "./reviews.module.css";

/** A review's words; on a narrow screen the first lines, with the rest on request. */
export function ReviewBody({ text }: { text: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [long, setLong] = useState(false);
  useLayoutEffect(() => {
    const shown = words.current;
    if (!shown) return;
    const measure = () => setLong(shown.scrollHeight > shown.clientHeight + 2);
    measure();
    // Turning the screen, or larger text, decides anew whether anything is left out.
    const watch = new ResizeObserver(measure);
    watch.observe(shown);
    return () => watch.disconnect();
  }, []);
  return (
    <div>
      <p ref={words} className={open ? classes.body : `${classes.body} ${classes.shortened}`}>
        {text}
      </p>
      {long && !open && <TextButton onClick={() => setOpen(true)}>Read all</TextButton>}
    </div>
  );
}
