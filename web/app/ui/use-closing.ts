import { useRevalidator } from "react-router";
import type { Failure } from "../failure.ts";

/** Closes a dialog. When its act was refused because of what others did meanwhile, the page below shows that. */
export function useClosing(failure: Failure | null, onClose: () => void): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    if (failure?.status === 409) void revalidate();
    onClose();
  };
}
