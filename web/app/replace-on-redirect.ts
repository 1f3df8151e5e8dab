import type { DataStrategyResult, MiddlewareFunction } from "react-router";

/**
 * Where a guard or a loader leads on from an address that was opened or returned to, the page that it leads to takes the
 * address's place in the history: one step back would lead there otherwise, and on to the same page again.
 */
export const replaceOnRedirect: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next();
  if (request.url === location.href.split("#")[0])
    // As the router's replace() does.
    for (const { result } of Object.values(results))
      if (result instanceof Response) result.headers.set("X-Remix-Replace", "true");
  return results;
};
