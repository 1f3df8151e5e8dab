import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext, readSheetContext, reportContext } from "./context.ts";
import { type Drawing, DrawingContext } from "./drawing.ts";
import { firstPaint } from "./first-paint.ts";
import { hashesIn, hashOf, hydrationOf } from "./hydration.ts";
import { type PageOutcome, PageOutcomeContext, retryAfterSeconds } from "./page-outcome.ts";
import { sheetsOf, withoutSheets } from "./style-sheets.ts";

// What the server mounts the web with, from the same copy of the router that the pages use.
export { createRequestHandler } from "react-router";
export { provide } from "./context.ts";

const renderTimeout = 5_000;

/** Without it the router prints errors to the console as they are, with whatever was typed. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportContext)(error);
};

/** All loaders have finished and no page streams, so the whole page is sent at once with its length. */
export default async function handleRequest(
  request: Request,
  found: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const outcome: PageOutcome = { unavailable: false };
  const matched = entry.staticHandlerContext.matches.map(({ route }) => entry.routeModules[route.id]?.handle);
  const hydrate = hydrationOf(matched);
  const html =
    hydrate === "always"
      ? await render(request, entry, { ...whole, nonce: context.get(nonceContext) }, outcome)
      : await renderForVisitors(request, headers, entry, context, outcome, hydrate);
  const status = outcome.unavailable && found === 200 ? 503 : found;
  if (status === 503) headers.set("retry-after", String(retryAfterSeconds));
  return new Response(html, { status, headers });
}

const whole: Drawing = { part: "document", nonce: undefined, deferredApplication: null, sheets: [] };

/**
 * A page that is the same for every visitor: its style sheets are inlined, so that it can be displayed as soon as it
 * arrives, and its application is in a template. The server may cache it; the header has the script hashes for its
 * policy.
 */
async function renderForVisitors(
  request: Request,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
  outcome: PageOutcome,
  hydrate: "whenSignedIn" | "never",
): Promise<Buffer<ArrayBuffer>> {
  const sheets = await sheetsOf(entry, context.get(readSheetContext));
  const application =
    hydrate === "never" ? "" : (await render(request, entry, { ...whole, part: "application" })).toString();
  // The data stream has been consumed for the application above, and can only be read once.
  const { serverHandoffStream: _, ...rest } = entry;
  const document = { ...rest, manifest: withoutSheets(entry.manifest, sheets) };
  headers.set("x-cacheable-page", [hashOf(firstPaint), ...hashesIn(application)].join(" "));
  return render(request, document, { ...whole, deferredApplication: application, sheets }, outcome);
}

function render(
  request: Request,
  entry: EntryContext,
  drawing: Drawing,
  outcome: PageOutcome | null = null,
): Promise<Buffer<ArrayBuffer>> {
  const { nonce } = drawing;
  const element = (
    <DrawingContext value={drawing}>
      <PageOutcomeContext value={outcome}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageOutcomeContext>
    </DrawingContext>
  );
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const body = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // The page is complete when it is sent, so that no content arrives late and is moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(body),
      onShellError: reject,
    });
    const timer = setTimeout(() => abort(new Error(`The page took more than ${renderTimeout} ms`)), renderTimeout);
  });
}
