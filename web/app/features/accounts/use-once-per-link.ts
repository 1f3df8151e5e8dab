import { useEffect, useRef } from "react";

/**
 * Asks the server when a page is opened by the link of an e-mail, unless the link has lost its token. It works once:
 * React's second effect in development must not use it up.
 */
export function useOncePerLink(token: string, ask: () => void): void {
  const asked = useRef("");
  useEffect(() => {
    if (!token || asked.current === token) return;
    asked.current = token;
    ask();
  }, [token, ask]);
}
