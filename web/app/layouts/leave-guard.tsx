import { useEffect } from "react";
import { useBlocker } from "react-router";
import { hasUnsavedInput } from "../saved-input.ts";
import { isStillSignedIn } from "../session.ts";
import { DiscardDialog } from "../ui/kept-note.tsx";

/**
 * Asks before a page is left on which something was typed that nothing keeps. Whoever has just been signed out is not
 * held back: their input is kept for when they return (decision 50).
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isStillSignedIn() && hasUnsavedInput(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isStillSignedIn() && hasUnsavedInput()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <DiscardDialog
      opened={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}
