import type { DisputeCase } from "@plumbline/contract/disputes/contract.ts";
import type Stripe from "stripe";
import type { Evidence } from "./evidence-shape.ts";

/** All in which the disputed payment of an invoice and that of a membership differ; what is done with it is the same. */
export type DisputedPayment = {
  /** In the documents that we make, before the customer's name. */
  title: string;
  /** Records what the provider says of the dispute, with what follows from it. */
  record: (dispute: Stripe.Dispute) => Promise<void>;
  evidence: () => Promise<Evidence>;
  /** The PDF of an invoice of ours; null when there is none. */
  receipt: () => Promise<{ name: string; data: Buffer } | null>;
  facts: () => Promise<Pick<DisputeCase, "customer" | "invoice" | "project" | "advisor" | "membership">>;
};

/** What both the facts and the evidence of a payment tell is read once for both. */
export function readOnce<Background>(read: () => Promise<Background>): () => Promise<Background> {
  let reading: Promise<Background> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}
