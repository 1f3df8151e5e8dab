import type { ReactNode } from "react";
import classes from "./status.module.css";

/** What a status means: going well, waiting for someone, failed, or over. */
export type Tone = "calm" | "wait" | "bad" | "quiet";

/** A status in one word, beside the title. Colour is never the only sign. */
export function Badge({ tone = "calm", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>;
}
