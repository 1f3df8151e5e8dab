import { createHash } from "node:crypto";
import { product } from "@plumbline/contract/product.ts";
import { escapeHtml } from "../escape-html.ts";

const style = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;background:#F7F4EE;color:#16262B;font:18px/1.5 Inter,system-ui,sans-serif}main{max-width:560px;padding-left:28px;border-left:2px solid #B07D2B}p{margin:0 0 24px}.name{font:600 22px/1.2 Fraunces,Georgia,serif;margin:0 0 28px}.status{margin:0;color:#85590F;font-size:14px;letter-spacing:.08em;text-transform:uppercase}h1{font:500 36px/1.2 Fraunces,Georgia,serif;margin:4px 0 12px;text-wrap:balance}a{display:inline-block;padding:12px 20px;border-radius:8px;background:#1F5C4D;color:#fff;text-decoration:none;font-weight:500}a:focus-visible{outline:2px solid #1F5C4D;outline-offset:2px}@media(max-width:480px){h1{font-size:28px}}`;

/** The Content-Security-Policy of the page, which has one inline style and loads nothing. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const titles: Record<number, string> = {
  400: "We could not read this address",
  404: "This page does not exist",
  405: "This page cannot be asked that way",
  413: "This is larger than we can take",
  414: "This address is too long",
  415: "We could not read what was sent",
  429: "Please wait a moment",
  431: "This request is too long",
  503: "We will be back in a moment",
};

/** A self-contained HTML page for an error outside the API: the status, the message and a link to the home page. */
export function errorPage(status: number, sentence: string): string {
  const title = titles[status] ?? (status < 500 ? "This did not work" : "Something went wrong");
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · ${product}</title><style>${style}</style></head><body><main><p class="name">${product}</p><p class="status">Error ${status}</p><h1>${title}</h1><p>${escapeHtml(sentence)}</p><a href="/">Go to the home page</a></main></body></html>`;
}
