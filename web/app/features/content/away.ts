import { retryAfterSeconds } from "../../page-outcome.ts";

/** For files made of the content service's answers, while it has never given one: a 503, and when to come back. */
export function contentAway(): Response {
  return new Response("The content service is not answering. Please try again in a moment.\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "retry-after": String(retryAfterSeconds) },
  });
}
