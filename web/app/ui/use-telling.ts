import { startTransition, useEffect, useRef, useState } from "react";
import type { Failure } from "../failure.ts";
import { noticeFailure } from "./notice.ts";

/**
 * Shows a failure in the same drawing as what the page has loaded again after it. Where that takes its place away, because
 * others have done something meanwhile, it is a notice.
 */
export function useTelling(): (failure: Failure, show: (failure: Failure) => void) => void {
  const untold = useRef<Failure | null>(null);
  const [told, setTold] = useState<Failure | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    if (untold.current === told) untold.current = null;
  }, [told]);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      if (untold.current) noticeFailure(untold.current);
    };
  }, []);
  return (failure, show) => {
    if (gone.current || show === noticeFailure) return noticeFailure(failure);
    untold.current = failure;
    startTransition(() => {
      setTold(failure);
      show(failure);
    });
  };
}
