import type { ReactNode } from "react";
import look from "./status.module.css";

/** What a status means: going well, waiting for someone, gone wrong, or over. */
export type Tone = "calm" | "wait" | "bad" | "quiet";

/** A status in a word, beside the title. Colour never stands alone. */
export function Badge({ tone = "calm", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${look.badge} ${look[tone]}`}>{children}</span>;
}
