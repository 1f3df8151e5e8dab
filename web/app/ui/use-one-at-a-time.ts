import { useRef } from "react";

/** Runs an act of a button that stays as it is meanwhile, unless one is running: a second press is the same act. */
export function useOneAtATime() {
  const running = useRef(false);
  return async (act: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      await act();
    } finally {
      running.current = false;
    }
  };
}
