import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Context } from "./call.ts";
import { mountChallenge } from "./challenge.ts";
import { ledger } from "./ledger.ts";
import { day, html, layout, pounds } from "./markup.ts";

type Parts = { context: Context; afterCommit: () => void };

const script = "text/javascript; charset=utf-8";
const page = "text/html; charset=utf-8";

/** Static files from client/: Stripe.js under each of its URLs, the card frame and its styles. */
const files: Record<string, { file: string; type: string }> = {
  "/stripe.js": { file: "stripe.js", type: script },
  "/endive/stripe.js": { file: "stripe.js", type: script },
  "/v3": { file: "stripe.js", type: script },
  "/v3/": { file: "stripe.js", type: script },
  "/js/card-frame": { file: "card-frame.html", type: page },
  "/js/card-frame.js": { file: "card-frame.js", type: script },
  "/js/card-format.js": { file: "card-format.js", type: script },
  "/js/challenge.js": { file: "challenge.js", type: script },
  "/assets/card-frame.css": { file: "card-frame.css", type: "text/css; charset=utf-8" },
};

/** Mounts Stripe.js and its frames, the 3-D Secure page, the dashboard, and the pages of invoices and receipts. */
export function mountPages(app: FastifyInstance, parts: Parts): void {
  const { context } = parts;
  for (const [url, { file, type }] of Object.entries(files)) {
    const content = readFileSync(new URL(`./client/${file}`, import.meta.url));
    app.get(url, (_request, reply) => {
      reply.type(type).header("cache-control", "no-cache").header("cross-origin-resource-policy", "cross-origin");
      return reply.send(content);
    });
  }
  mountChallenge(app, parts);
  app.get("/", (_request, reply) => reply.type(page).send(dashboard(context)));
  for (const url of ["/invoices/:id", "/invoices/:id/pdf"]) {
    app.get<{ Params: { id: string } }>(url, (request, reply) => {
      const shown = invoicePage(context, request.params.id);
      return reply
        .code(shown ? 200 : 404)
        .type(page)
        .send(shown ?? layout("No such invoice", html``));
    });
  }
  app.get<{ Params: { id: string } }>("/receipts/:id", (request, reply) => {
    const charge = context.objects.get("charge", request.params.id);
    if (!charge) return reply.code(404).type(page).send(layout("No such receipt", html``));
    const words = html`<p class="lead">${pounds(charge.amount)} paid on ${day(charge.created)}.</p>`;
    return reply.type(page).send(layout("Receipt", words));
  });
  app.get("/express/:id", (_request, reply) =>
    reply.type(page).send(layout("Express dashboard", html`<p class="lead">Payouts arrive in your bank account.</p>`)),
  );
}

function dashboard(context: Context): string {
  const { charges, sums, accounts, now } = ledger(context);
  const rows = charges.slice(0, 50).map(
    (one) => html`<tr><td>${day(one.created)}</td><td>${one.description ?? one.id}</td><td>${one.status}</td>
<td class="money">${pounds(one.amount)}</td><td class="money">${one.destination ? pounds(one.fee) : "–"}</td>
<td class="money">${one.destination ? pounds(one.transferred) : "–"}</td><td class="money">${one.refunded ? pounds(one.refunded) : "–"}</td></tr>`,
  );
  const balances = accounts.map(
    (one) =>
      html`<tr><td>${one.id}</td><td>${one.email ?? "–"}</td><td>${one.payouts_enabled ? "may be paid" : "not yet"}</td><td class="money">${pounds(one.balance)}</td></tr>`,
  );
  return layout(
    "Payments",
    html`<p class="lead">What was charged, the fee the platform kept and what went on to advisors. The sandbox's date is ${day(now)}.</p>
<dl class="sums"><div><dt>Charged</dt><dd>${pounds(sums.charged)}</dd></div><div><dt>Fees kept</dt><dd>${pounds(sums.fees_kept)}</dd></div>
<div><dt>Transferred</dt><dd>${pounds(sums.transferred)}</dd></div><div><dt>Refunded</dt><dd>${pounds(sums.refunded)}</dd></div></dl>
<h2>Latest payments</h2>
${
  rows.length
    ? html`<div class="scroll" tabindex="0" role="region" aria-label="Latest payments"><table><thead><tr><th scope="col">Date</th><th scope="col">Payment</th><th scope="col">Status</th><th scope="col" class="money">Amount</th><th scope="col" class="money">Fee kept</th><th scope="col" class="money">Transferred</th><th scope="col" class="money">Refunded</th></tr></thead><tbody>${rows}</tbody></table></div>`
    : html`<p>No payment yet. The first one will appear here.</p>`
}
<h2>Balances</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Balances"><table><thead><tr><th scope="col">Account</th><th scope="col">Email</th><th scope="col">Payouts</th><th scope="col" class="money">Balance</th></tr></thead><tbody>${balances}</tbody></table></div>`,
  );
}

function invoicePage(context: Context, id: string): string | undefined {
  const invoice = context.objects.get("invoice", id);
  if (!invoice) return undefined;
  const lines = invoice.lines.data.map(
    (line) => html`<tr><td>${line.description}</td><td class="money">${pounds(line.amount)}</td></tr>`,
  );
  const off = invoice.total - invoice.subtotal;
  return layout(
    `Invoice ${invoice.number ?? "(draft)"}`,
    html`<p class="lead">${invoice.customer_name ?? invoice.customer_email ?? "Customer"}, ${day(invoice.created)}. Status: ${invoice.status}.</p>
<table><thead><tr><th scope="col">Description</th><th scope="col" class="money">Amount</th></tr></thead><tbody>${lines}
${off ? html`<tr><td>Discount</td><td class="money">${pounds(off)}</td></tr>` : null}
<tr><th scope="row">Total</th><td class="money">${pounds(invoice.total)}</td></tr>
<tr><th scope="row">Amount due</th><td class="money">${pounds(invoice.amount_due)}</td></tr></tbody></table>`,
  );
}
