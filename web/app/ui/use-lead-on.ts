import { useEffect, useRef } from "react";
import { type NavigateOptions, useNavigate, useNavigation } from "react-router";

/** Says whether the page is still there and nobody is leaving it: what a late answer leads to is for who waits for it. */
export function useStillHere(): () => boolean {
  const { location: next } = useNavigation();
  const here = useRef({ left: false, next });
  here.current.next = next;
  useEffect(() => {
    here.current.left = false;
    return () => {
      here.current.left = true;
    };
  }, []);
  return () => !here.current.left && !here.current.next;
}

/** Leads on to another page after a call, unless somebody has gone elsewhere by themselves before its answer. */
export function useLeadOn() {
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  return async (to: string, options?: NavigateOptions) => {
    if (isStillHere()) await navigate(to, options);
  };
}
