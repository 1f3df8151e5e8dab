import { retryAfterSeconds } from "../../page-outcome.ts";

/** For files made of content while the content service has never answered: a 503 with Retry-After. */
export function contentAway(): Response {
  return new Response("The content service is not answering. Please try again in a moment.\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "retry-after": String(retryAfterSeconds) },
  });
}
