import { ownTerms, type PublishedTerms } from "@plumbline/contract/prices/contract.ts";
import { useEffect } from "react";
import { call } from "../../call.ts";
import { memberStore } from "../../member-store.ts";

const store = memberStore<{ terms: PublishedTerms | null; askedAt: number }>({ terms: null, askedAt: 0 });
/** Parts of one page share an answer; the next page asks again, because terms change by the day. */
const shared = 5000;

/** A signed-in member's commission and payment terms, as they hold today; null until they are known. */
export function useTerms(): PublishedTerms | null {
  useEffect(() => {
    if (Date.now() - store.getState().askedAt < shared) return;
    store.setState({ askedAt: Date.now() });
    call(ownTerms, {}).then(
      (terms) => store.setState({ terms }),
      (error) => console.warn("The terms are not known:", error),
    );
  }, []);
  return store().terms;
}
