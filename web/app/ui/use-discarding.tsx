import { useState } from "react";
import { DiscardDialog } from "./kept-note.tsx";

/** Asks before an action discards typed input, when `unsaved` says that there is some; render `question`. */
export function useDiscarding(unsaved: () => boolean) {
  const [act, setAct] = useState<(() => void) | null>(null);
  return {
    discardFirst: (next: () => void) => (unsaved() ? setAct(() => next) : next()),
    asking: act !== null,
    // Mounted anew each time: one that is there already would be closed by the very press of Escape that opens it.
    question: act && <DiscardDialog opened onClose={() => setAct(null)} onDiscard={act} />,
  };
}
