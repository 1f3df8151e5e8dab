import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A page that is the same for everyone: its bytes as they travel, and the scripts its policy allows. */
export type LightPage = {
  status: number;
  headers: [string, string][];
  scripts: string[];
  etag: string;
  bytes: Record<"br" | "gzip" | "identity", Buffer>;
};

type Kept = { page: LightPage; at: number };

/** As the content behind it (features/content/last-good.ts): together a change is seen within five seconds. */
const fresh = 1_000;
const tolerable = 2_000;
const most = 300;
const longestAddress = 200;

const squeeze = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
};

const styles = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g;

/** Puts the style sheets into the page: it is drawn when it has arrived, without asking for anything else first. */
async function dressed(html: string, sheet: (path: string) => Promise<string>): Promise<string> {
  const found = new Map<string, string>();
  for (const [, path = ""] of html.matchAll(styles)) found.set(path, await sheet(path).catch(() => ""));
  // Once awake the application looks for its links again (web/app/shell/visit.js puts them back).
  return html.replace(styles, (link, path: string) => {
    const text = found.get(path);
    return text ? `<style data-href="${path}">${text}</style>` : link;
  });
}

async function lightPage(
  response: Response,
  scripts: string[],
  before: LightPage | undefined,
  sheet: (path: string) => Promise<string>,
): Promise<LightPage> {
  const identity = Buffer.from(await dressed(await response.text(), sheet));
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const headers = [...response.headers].filter(([name]) => name !== "x-light-page");
  const same = before?.etag === etag ? before.bytes : null;
  const bytes = same ?? { br: await squeeze.br(identity), gzip: await squeeze.gzip(identity), identity };
  return { status: response.status, headers, scripts, etag, bytes };
}

/** A finished answer, or one that is for this request alone. */
export type Drawn = { light: LightPage } | { response: Response };

/**
 * Keeps the pages that are only read. A copy is given at once while it is young; a little older, a newer one is drawn
 * behind it; older still, the newer one is waited for. One address is drawn once at a time. `root` holds the built files.
 */
export function keepLightPages(root: string) {
  const sheets = new Map<string, Promise<string>>();
  const sheet = (path: string) => {
    const reading = sheets.get(path) ?? readFile(join(root, path), "utf8");
    sheets.set(path, reading);
    return reading;
  };
  const kept = new Map<string, Kept>();
  const underway = new Map<string, Promise<Drawn>>();

  function redraw(address: string, draw: () => Promise<Response>): Promise<Drawn> {
    const already = underway.get(address);
    if (already) return already;
    const drawing = (async () => {
      const response = await draw();
      const scripts = response.headers.get("x-light-page")?.split(" ").filter(Boolean);
      if (!scripts) return { response };
      const page = await lightPage(response, scripts, kept.get(address)?.page, sheet);
      // Mistyped addresses must not push out the pages that people read.
      if (page.status === 200 && address.length <= longestAddress) {
        kept.delete(address);
        kept.set(address, { page, at: performance.now() });
        for (const oldest of kept.keys()) {
          if (kept.size <= most) break;
          kept.delete(oldest);
        }
      }
      return { light: page };
    })().finally(() => underway.delete(address));
    underway.set(address, drawing);
    return drawing;
  }

  return {
    /** A copy that may be given at once, drawing a newer one behind it where it is time. */
    at(address: string, draw: () => Promise<Response>): LightPage | null {
      const copy = kept.get(address);
      const age = copy ? performance.now() - copy.at : Number.POSITIVE_INFINITY;
      if (!copy || age > tolerable) return null;
      // A failure shows when the copy has grown too old.
      if (age > fresh) redraw(address, draw).catch(() => {});
      return copy.page;
    },
    /** Draws anew. Only what turned out to be a light page is shared between those who ask at once. */
    async draw(address: string, draw: () => Promise<Response>): Promise<Drawn> {
      const mine = !underway.has(address);
      const drawn = await redraw(address, draw);
      return mine || "light" in drawn ? drawn : { response: await draw() };
    },
  };
}
