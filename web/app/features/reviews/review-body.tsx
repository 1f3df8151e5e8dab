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
    setLong(shown !== null && shown.scrollHeight > shown.clientHeight + 2);
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
