import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Whether a wizard's second step is open, what opens it and what leads back. It is an entry of the browser's history, so that
 * its Back leads to the first step and not away from what is typed there. An address with the step's `name` opens the first.
 */
export function useSecondStep(name: string) {
  const navigate = useNavigate();
  // The state of an entry outlives the page.
  const [mine] = useState(Math.random);
  const isOpen = useLocation().state === mine;
  const latest = useRef(isOpen);
  latest.current = isOpen;
  return {
    isOpen,
    open: () => void navigate({ hash: name }, { state: mine }),
    /** Does nothing once somebody has gone back by themselves. */
    back: () => {
      if (latest.current) void navigate(-1);
    },
  };
}
