import { startTransition, useEffect, useRef, useState } from "react";
import type { Failure } from "../failure.ts";
import { noticeFailure } from "./notice.ts";

/**
 * Shows a failure in the same drawing as what the page has loaded again after it. Where that takes its place away, because
 * others have done something meanwhile, it is a notice.
 */
export function useFailureReport(): (failure: Failure, show: (failure: Failure) => void) => void {
  const unreported = useRef<Failure | null>(null);
  const [reported, setReported] = useState<Failure | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    if (unreported.current === reported) unreported.current = null;
  }, [reported]);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      if (unreported.current) noticeFailure(unreported.current);
    };
  }, []);
  return (failure, show) => {
    if (gone.current || show === noticeFailure) return noticeFailure(failure);
    unreported.current = failure;
    startTransition(() => {
      setReported(failure);
      show(failure);
    });
  };
}
