import { useRef } from "react";
import { useRevalidator } from "react-router";
import { type Failure, isPassing } from "../failure.ts";

/**
 * Closes a dialog. When its act was refused because of what others did meanwhile, or may have been done although no answer
 * came, the page below shows that. `onClose` gets the failure, for what it has to read again besides the page's own.
 */
export function useClosing(failure: Failure | null, onClose: (failure: Failure | null) => void): () => void {
  const { revalidate } = useRevalidator();
  // Also of an earlier attempt: what was done without an answer may be why the next one was refused.
  const stale = useRef(false);
  if (failure && (failure.status === 409 || isPassing(failure.status))) stale.current = true;
  return () => {
    if (stale.current) void revalidate();
    onClose(failure);
  };
}
