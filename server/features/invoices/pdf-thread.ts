import { serveRequests } from "../../threads.ts";
import { drawEvidence } from "../disputes/evidence-pdf.ts";
import { drawStatement } from "../earnings/statement-pdf.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import type { PdfRequest } from "./pdfs.ts";

// The thread that draws PDFs (pdfs.ts): laying out a page takes some fifty milliseconds of the processor.
serveRequests((request: PdfRequest) => {
  if ("invoice" in request) return drawInvoice(request.invoice);
  return "statement" in request ? drawStatement(request.statement) : drawEvidence(request.evidence);
});
