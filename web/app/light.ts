import { createHash } from "node:crypto";
import { firstPaint } from "./first-paint.ts";

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const preloads = /<link\b[^>]*rel="modulepreload"[^>]*>/g;
const nonces = / nonce="[^"]*"/g;

const hashOf = (script: string) => `sha256-${createHash("sha256").update(script).digest("base64")}`;

/**
 * Puts the application of a page to sleep: its scripts stay in the page as text and nothing of it is fetched. Visitors
 * read and leave; for a member, shell/visit.js wakes it. What is left is the same for everybody, so it can be kept and
 * squeezed once; the hashes are for the Content-Security-Policy, which allows these scripts and no others.
 */
export function asleep(html: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>();
  const sleeping = html.replace(scripts, (whole, attributes: string, script: string) => {
    if (/\bsrc=|application\/(ld\+)?json/.test(attributes)) return whole;
    hashes.add(hashOf(script));
    if (script === firstPaint) return whole;
    const kind = attributes.includes('"module"') ? "module" : "classic";
    return `<script type="text/plain" data-app="${kind}">${script}</script>`;
  });
  return { html: sleeping.replace(preloads, "").replace(nonces, ""), hashes: [...hashes] };
}
