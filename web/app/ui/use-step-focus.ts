import { useEffect, useRef } from "react";

/**
 * Moves to the top of a wizard's new step, for the eye and for screen readers: its heading has the focus. Returns the ref of
 * the element around the steps. Call it after the steps' forms, whose refused fields would have the focus otherwise.
 */
export function useStepFocus<E extends HTMLElement>(step: number) {
  const around = useRef<E>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    around.current?.querySelector("h2")?.focus({ preventScroll: true });
    around.current?.scrollIntoView({ block: "start" });
  }, [step]);
  return around;
}
