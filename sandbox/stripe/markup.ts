import { readFileSync } from "node:fs";

/** Markup that is safe to place into a page as it is. */
type Markup = { markup: string };

/** A template whose values are escaped, except those that are Markup already (or lists of it). */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Markup {
  let markup = parts[0] ?? "";
  values.forEach((value, index) => {
    markup += shown(value) + (parts[index + 1] ?? "");
  });
  return { markup };
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join("");
  if (value && typeof value === "object" && "markup" in value) return String(value.markup);
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** 123450 pence as "£1,234.50". */
export function pounds(pence: number): string {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(pence / 100);
}

/** Unix seconds as "14 February 2026", in UTC. */
export function day(seconds: number): string {
  const parts = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(seconds * 1000).toLocaleDateString("en-GB", parts);
}

const css: Markup = { markup: readFileSync(new URL("./client/sandbox.css", import.meta.url), "utf8") };

/**
 * A complete page with title and the notice that this is test mode. The style sheet is inlined, so that the page works
 * below any path of a proxy.
 */
export function layout(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Stripe sandbox</title>
<style>${css}</style>
</head>
<body>
<header><p class="mark"><span class="bob" aria-hidden="true"></span>Stripe sandbox</p><p class="note">Test mode. No real money moves here.</p></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`.markup;
}
