import { Elements } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { asFailure, type Failure } from "../../failure.ts";
import { loadCards } from "./load-cards.ts";

type Cards = { stripe: Stripe | null; failure: Failure | null; retry: () => void };

const CardsContext = createContext<Cards>({ stripe: null, failure: null, retry: () => {} });

/** The card provider's state: null while it loads, a failure with a retry when it could not be loaded. */
export function useCards(): Cards {
  return useContext(CardsContext);
}

/** Loads the card provider for the card fields below it, one set of fields each. */
export function CardProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<{ stripe: Stripe | null; failure: Failure | null }>({
    stripe: null,
    failure: null,
  });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs the effect again
  useEffect(() => {
    let over = false;
    setState({ stripe: null, failure: null });
    loadCards().then(
      (stripe) => !over && setState({ stripe, failure: null }),
      (error) => !over && setState({ stripe: null, failure: asFailure(error) }),
    );
    return () => {
      over = true;
    };
  }, [attempt]);

  const cards = { ...state, retry: () => setAttempt((count) => count + 1) };
  return (
    <CardsContext value={cards}>
      <Elements stripe={state.stripe}>{children}</Elements>
    </CardsContext>
  );
}
