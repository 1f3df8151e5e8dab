import { createHash } from "node:crypto";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { openThread } from "../../threads.ts";

/** Draws an invoice as a PDF, from the same view as its page. Throws tooBusy when too many are waiting. */
export type InvoicePdfs = (invoice: Invoice) => Promise<Buffer>;

/** How many drawn invoices are kept in memory, at some 40 KB each. */
const maxKept = 100;
const queue = { maxQueued: 100, retrySeconds: 5 };

/** Keeps the latest documents by the content they were drawn from, so that opening one again costs a look-up. */
export function openInvoicePdfs(): InvoicePdfs {
  const thread = openThread<Invoice, Uint8Array>(new URL("./pdf-thread.ts", import.meta.url), queue);
  const kept = new Map<string, Promise<Buffer>>();
  return (invoice) => {
    const content = withoutPhotos(invoice);
    const key = createHash("sha256").update(JSON.stringify(content)).digest("base64");
    const known = kept.get(key);
    // The oldest entry is the first of the map, so a used one goes to its end.
    kept.delete(key);
    const document = known ?? thread.run(content).then((bytes) => Buffer.from(bytes));
    kept.set(key, document);
    document.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest);
    return document;
  };
}

/** The photos' signed addresses change every minute, and no invoice shows them. */
function withoutPhotos({ advisor, customer, ...rest }: Invoice): Invoice {
  const plain = (party: typeof advisor) => ({ ...party, profile: { ...party.profile, photo: null } });
  return { ...rest, advisor: plain(advisor), customer: plain(customer) };
}
