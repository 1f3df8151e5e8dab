import { createContext, useContext, useLayoutEffect } from "react";

/** How many calls of the buttons in a dialog have no answer yet. */
export const AwaitedCalls = createContext({ current: 0 });

/**
 * The dialog around a button stays open while the button's call is not answered: it shows what came of it. Once that is
 * in the page the dialog can be closed, also before the browser has drawn it.
 */
export function useAwaited(busy: boolean): void {
  const awaited = useContext(AwaitedCalls);
  useLayoutEffect(() => {
    if (!busy) return;
    awaited.current += 1;
    return () => {
      awaited.current -= 1;
    };
  }, [busy, awaited]);
}
