import { useEffect } from "react";
import { useBlocker } from "react-router";
import { hasUnsavedInput, isUploading } from "../saved-input.ts";
import { isStillSignedIn } from "../session.ts";
import { DiscardDialog } from "../ui/kept-note.tsx";

const isLost = () => isStillSignedIn() && (hasUnsavedInput() || isUploading());

/**
 * Asks before a page is left on which something was typed that nothing keeps, or to which a file is on its way. Whoever has
 * just been signed out is not held back: their input is kept for when they return (decision 50).
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isLost(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isLost()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <DiscardDialog
      opened={blocker.state === "blocked"}
      what={hasUnsavedInput() ? undefined : "the file that is being uploaded"}
      onClose={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}
