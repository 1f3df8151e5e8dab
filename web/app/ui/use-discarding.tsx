import { useState } from "react";
import { DiscardDialog } from "./kept-note.tsx";

/** Asks before an act throws away what was typed, when `unsaved` says that there is something; `question` is to be drawn. */
export function useDiscarding(unsaved: () => boolean) {
  const [act, setAct] = useState<(() => void) | null>(null);
  return {
    discardFirst: (next: () => void) => (unsaved() ? setAct(() => next) : next()),
    asking: act !== null,
    // Mounted anew each time: one that is there already would be closed by the very press of Escape that opens it.
    question: act && <DiscardDialog opened onClose={() => setAct(null)} onDiscard={act} />,
  };
}
