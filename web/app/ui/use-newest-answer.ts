import { useRef } from "react";

/** Takes what was asked for last: the answer to an earlier question, or its failure, is dropped when it comes later. */
export function useNewestAnswer<T>(take: (answer: T) => void) {
  const newest = useRef<Promise<T> | null>(null);
  return async (asked: Promise<T>): Promise<void> => {
    newest.current = asked;
    try {
      const answer = await asked;
      if (newest.current === asked) take(answer);
    } catch (error) {
      if (newest.current === asked) throw error;
    }
  };
}
