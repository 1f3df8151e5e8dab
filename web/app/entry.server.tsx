import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext, reportContext } from "./context.ts";
import { asleep } from "./light.ts";
import { NonceContext } from "./nonce.ts";
import { type PageOutcome, PageOutcomeContext, retryAfterSeconds } from "./page-outcome.ts";

// What the server mounts us with, from the one copy of the router that the pages use.
export { createRequestHandler } from "react-router";
export { provide } from "./context.ts";

const patience = 5_000;

/** Otherwise the router writes the error to the console as it is, with whatever was typed in it. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportContext)(error);
};

/** Loaders have answered before this runs and no page defers anything, so the whole page is sent at once with its length. */
export default async function handleRequest(
  request: Request,
  found: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const light = isLight(entry);
  const outcome: PageOutcome = { unavailable: false };
  const nonce = light ? undefined : context.get(nonceContext);
  const html = await page(
    <NonceContext value={nonce}>
      <PageOutcomeContext value={outcome}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageOutcomeContext>
    </NonceContext>,
    nonce,
  );
  const status = outcome.unavailable && found === 200 ? 503 : found;
  if (status === 503) headers.set("retry-after", String(retryAfterSeconds));
  if (!light) return new Response(html, { status, headers });
  const sleeping = asleep(html.toString());
  // Read and taken off by the server, which may keep such a page (platform/light-pages.ts).
  headers.set("x-light-page", sleeping.hashes.join(" "));
  return new Response(sleeping.html, { status, headers });
}

/** A page whose layout says so is only read: it needs no application (layouts/public-layout.tsx). */
function isLight({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as { light?: boolean } | undefined)?.light,
  );
}

function page(element: React.ReactElement, nonce: string | undefined): Promise<Buffer<ArrayBuffer>> {
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
      onAllReady: () => pipe(body),
      onShellError: reject,
    });
    const timer = setTimeout(() => abort(new Error(`The page took more than ${patience} ms`)), patience);
  });
}
