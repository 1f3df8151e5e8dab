import { type Check, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("content");
/** The content reader's timeout for a page that is not cached, in milliseconds. */
const readerTimeout = 3000;

/** Checks that the content service responds like WordPress, within the content reader's timeout. */
export const content: Check = {
  name: "content",
  run: async ({ contentUrl, production }) => {
    if (!contentUrl)
      return production
        ? [
            warning(
              "the copy that comes with Plumbline is served",
              "See that it is your own: banners and legal pages under Content in the back office, events and insights in sandbox/content/copy.",
            ),
          ]
        : [ok("the embedded copy is served")];
    const address = `${contentUrl}/wp-json/wp/v2/pages?per_page=1`;
    const todo = `Open ${address} in a browser: it has to show a list of pages as JSON to everybody.`;
    const before = performance.now();
    let answer: Response;
    try {
      answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    } catch (error) {
      return [failed(`cannot be reached: ${reasonOf(error)}`, todo)];
    }
    const took = Math.round(performance.now() - before);
    if (answer.status >= 300 && answer.status < 400)
      return [
        failed(
          `${contentUrl} leads elsewhere, to ${answer.headers.get("location")}`,
          "Write that address into CONTENT_URL.",
        ),
      ];
    if (!answer.ok) return [failed(`answers ${answer.status}`, todo)];
    const pages: unknown = await answer.json().catch(() => null);
    if (!Array.isArray(pages)) return [failed("does not answer as WordPress does", todo)];
    if (took > readerTimeout)
      return [
        warning(
          `answers after ${took} ms; readers wait ${readerTimeout} ms`,
          "Put a cache before it, or a faster machine under it.",
        ),
      ];
    return [ok(`answers as WordPress does, after ${took} ms`)];
  },
};
