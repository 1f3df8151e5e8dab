import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../failure.ts";

export type Loaded<T> = { data: T | null; failure: Failure | null; retry: () => void };

/**
 * Loads data besides the page's own: reference lists, the cities of a country. Loads again when `key` changes; with a
 * null key it loads nothing. A late response for an older key is dropped.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: string | number | null = ""): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "retry">>({ data: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs the effect again
  useEffect(() => {
    setState({ data: null, failure: null });
    if (key === null) return;
    const stop = new AbortController();
    latest.current(stop.signal).then(
      (data) => !stop.signal.aborted && setState({ data, failure: null }),
      (error) => !stop.signal.aborted && setState({ data: null, failure: asFailure(error) }),
    );
    return () => stop.abort();
  }, [key, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}
