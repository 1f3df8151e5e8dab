import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { go } from "../go.ts";
import { departure, useSession } from "../session.ts";

/**
 * A members' page is emptied at once when the session ends in any tab, and its guards run again when the session
 * changes.
 */
export function useLeaveWhenSignedOut() {
  const token = useSession()?.accessToken;
  const first = useRef(token);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (token === undefined) go(departure());
    else if (token !== first.current) {
      first.current = token;
      void revalidate();
    }
  }, [token, revalidate]);
}
