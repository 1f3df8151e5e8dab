import type { EvidencePart } from "@plumbline/contract/disputes/rules.ts";

export type EvidenceLine = { when: string; text: string };

/** What an engagement's history says for a bank, as it is kept with the answer. */
export type Evidence = {
  product: string;
  customerName: string;
  customerEmail: string;
  serviceDate: string;
  parts: { part: EvidencePart; lines: EvidenceLine[] }[];
};
