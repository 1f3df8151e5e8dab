import { createHash } from "node:crypto";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { openThread } from "../../threads.ts";
import type { EvidenceDocument } from "../disputes/evidence-pdf.ts";
import type { Statement } from "../earnings/statement.ts";

export type PdfRequest = { invoice: Invoice } | { statement: Statement } | { evidence: EvidenceDocument };

/** Draws PDFs, in one thread. Throws tooBusy when too many are waiting. */
export type Pdfs = {
  /** From the same view as the invoice's page. */
  invoice: (invoice: Invoice) => Promise<Buffer>;
  statement: (statement: Statement) => Promise<Buffer>;
  evidence: (document: EvidenceDocument) => Promise<Buffer>;
};

/** How many drawn invoices and statements are kept in memory, at some 40 KB each. */
const maxKept = 100;
const queue = { maxQueued: 100, retrySeconds: 5 };

/** Keeps the latest invoices and statements by the content they were drawn from: opening one again costs a look-up. */
export function openPdfs(): Pdfs {
  const thread = openThread<PdfRequest, Uint8Array>(new URL("./pdf-thread.ts", import.meta.url), queue);
  const draw = (request: PdfRequest) => thread.run(request).then((bytes) => Buffer.from(bytes));
  const kept = new Map<string, Promise<Buffer>>();
  const drawOnce = (request: PdfRequest) => {
    const key = createHash("sha256").update(JSON.stringify(request)).digest("base64");
    const known = kept.get(key);
    // The oldest entry is the first of the map, so a used one goes to its end.
    kept.delete(key);
    const document = known ?? draw(request);
    kept.set(key, document);
    document.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest);
    return document;
  };
  return {
    invoice: (shown) => drawOnce({ invoice: withoutPhotos(shown) }),
    statement: (statement) => drawOnce({ statement }),
    evidence: (evidence) => draw({ evidence }),
  };
}

/** The photos' signed addresses change every minute, and no invoice shows them. */
function withoutPhotos({ advisor, customer, ...rest }: Invoice): Invoice {
  const plain = (party: typeof advisor) => ({ ...party, profile: { ...party.profile, photo: null } });
  return { ...rest, advisor: plain(advisor), customer: plain(customer) };
}
