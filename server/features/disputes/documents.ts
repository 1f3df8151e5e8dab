import { buffer } from "node:stream/consumers";
import { beginningOf } from "@plumbline/contract/beginning.ts";
import type { EvidencePart, OwnFileKind } from "@plumbline/contract/disputes/rules.ts";
import type Stripe from "stripe";
import type { AppContext } from "../../context.ts";
import { filesOf } from "../../files/files.ts";
import type { DisputedPayment } from "./disputed-payment.ts";
import type { EvidenceDocument } from "./evidence-pdf.ts";
import type { Evidence } from "./evidence-shape.ts";

// What an answer consists of at the provider: documents that we make, own files, and texts, each in the provider's field.

export type EvidenceFile = { field: FileField; name: string; type: string; data: Buffer };
type FileField =
  | "service_documentation"
  | "customer_communication"
  | "receipt"
  | "cancellation_policy"
  | "customer_signature"
  | "refund_policy"
  | "uncategorized_file";

const fieldOfKind: Record<OwnFileKind, FileField> = {
  signed_agreement: "customer_signature",
  refund_policy: "refund_policy",
  other: "uncategorized_file",
};
const documents: readonly [field: FileField, title: string, parts: readonly EvidencePart[]][] = [
  ["service_documentation", "The engagement", ["terms", "timeline"]],
  ["service_documentation", "The membership", ["sign_up", "membership", "use"]],
  ["receipt", "Bills of the membership", ["bills"]],
  ["cancellation_policy", "Cancelling the membership", ["cancellation"]],
  ["customer_communication", "Correspondence", ["messages", "mails"]],
];

export type Answer = {
  parts: readonly EvidencePart[];
  words: string;
  fileIds: readonly number[];
  fileKinds: readonly OwnFileKind[];
};

/** The files of an answer, made and read again in the same way at each attempt. */
export async function filesOfAnswer(
  context: AppContext,
  payment: Pick<DisputedPayment, "title" | "receipt">,
  evidence: Evidence,
  answer: Answer,
  madeAt: Date,
): Promise<EvidenceFile[]> {
  const made: EvidenceFile[] = [];
  for (const [field, title, chosen] of documents) {
    const parts = evidence.parts.filter(({ part }) => chosen.includes(part) && answer.parts.includes(part));
    if (parts.length === 0) continue;
    const document: EvidenceDocument = {
      title,
      parts,
      madeAt: madeAt.toISOString(),
      under: `${payment.title}, ${evidence.customerName}`,
    };
    const data = await context.pdfs.evidence(document);
    made.push({ field, data, name: `${title.toLowerCase().replaceAll(" ", "-")}.pdf`, type: "application/pdf" });
  }
  if (answer.parts.includes("invoice")) {
    const receipt = await payment.receipt();
    if (receipt) made.push({ field: "receipt", type: "application/pdf", ...receipt });
  }
  const rows = await filesOf(context.db, answer.fileIds);
  for (const [index, id] of answer.fileIds.entries()) {
    const row = rows.find((each) => each.id === id);
    const kind = answer.fileKinds[index];
    if (!row || !kind) continue;
    const data = await buffer(await context.store.read(row.key));
    made.push({ field: fieldOfKind[kind], name: row.name, type: row.contentType, data });
  }
  return made;
}

/** The texts of an answer, in the provider's fields. */
export function textsOfAnswer(evidence: Evidence, { parts, words }: Answer): Stripe.DisputeUpdateParams.Evidence {
  const signIns = parts.includes("sign_ins") ? evidence.parts.find(({ part }) => part === "sign_ins")?.lines : null;
  return {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    product_description: beginningOf(evidence.product, longestText),
    service_date: evidence.serviceDate,
    ...(words ? { uncategorized_text: words } : {}),
    ...(signIns ? { access_activity_log: signIns.map(({ when, text }) => `${when} ${text}`).join("\n") } : {}),
  };
}

const longestText = 20_000;
