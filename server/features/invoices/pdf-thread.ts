import { serveRequests } from "../../threads.ts";
import { drawStatement } from "../earnings/statement-pdf.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import type { PdfRequest } from "./pdfs.ts";

// The thread that draws PDFs (pdfs.ts): laying out a page takes some fifty milliseconds of the processor.
serveRequests((request: PdfRequest) =>
  "invoice" in request ? drawInvoice(request.invoice) : drawStatement(request.statement),
);
