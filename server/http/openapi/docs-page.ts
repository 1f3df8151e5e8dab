import { product } from "@plumbline/contract/product.ts";
import { escapeHtml } from "../../escape-html.ts";
import type { Route } from "../endpoints.ts";
import { jsonSchemaOf } from "../json-schemas.ts";

const shape = (title: string, schema: unknown) =>
  `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

/** Renders the page at /docs: every endpoint with its schemas, without a script. */
export function drawDocs(routes: readonly Route[]): string {
  const rows = routes
    .map(({ declaration }) => {
      const { method, path, summary, body, output, upload, type } = declaration;
      const parts = [
        body ? shape("Body", jsonSchemaOf(body, "input")) : "",
        upload ? `<p>Multipart, field <code>${upload.field}</code>, at most ${upload.maxFiles}.</p>` : "",
        declaration.status === 204
          ? "<p>No body.</p>"
          : type
            ? `<p>Answers <code>${type}</code>.</p>`
            : shape("Answer", jsonSchemaOf(output)),
      ].join("");
      return `<details><summary><code>${method}</code> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span> <em>${declaration.for}</em></summary>${parts}</details>`;
    })
    .join("");
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${product} API</title>
<style>body{font:16px/1.5 system-ui,sans-serif;color:#16262B;background:#F7F4EE;margin:0}main{max-width:1000px;margin:0 auto;padding:40px 20px}h1{font:500 36px Georgia,serif}details{background:#fff;border:1px solid #DDE4E1;border-radius:8px;margin:8px 0;padding:12px 16px}summary{cursor:pointer;overflow-wrap:anywhere}em{color:#4C5F63;font-size:14px}pre{background:#F7F4EE;padding:12px;overflow:auto;font-size:13px}h3{font-size:15px}a{color:#1F5C4D}</style></head>
<body><main><h1>${product} API</h1><p>Every call, from the same contract that the server and the web use. As a document: <a href="/openapi.json">openapi.json</a>. Send <code>Authorization: Bearer …</code> with the token of <code>POST /oauth/token</code>.</p>${rows}</main></body></html>`;
}
