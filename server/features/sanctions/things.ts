import { shortened } from "@plumbline/contract/beginning.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { Db } from "../../database/database.ts";
import { findEngagement } from "../engagements/store.ts";
import { findInvoice } from "../invoices/store.ts";
import { findMessage } from "../messages/store.ts";
import { findProfile } from "../profiles/store.ts";
import { findReview } from "../reviews/store.ts";
import type { EvidenceRow } from "./schema.ts";

// What members report and what decisions rely on, whatever feature it belongs to.

type ThingKind = EvidenceRow["kind"];
export type ThingId = { kind: ThingKind; id: number; conversationId?: number | null | undefined };

export type Thing = {
  kind: ThingKind;
  /** The member whose words or document it is. */
  authorId: number;
  /** Those who are part of it, the author included. */
  parties: readonly number[];
  label: string;
  text: string;
  /** It was removed already. */
  removed: boolean;
  /** Where one of its parties reads it. */
  pathFor(memberId: number): string;
};

/** Null when there is no such thing, or one that has not been sent. */
export async function findThing(db: Db, { kind, id, conversationId }: ThingId): Promise<Thing | null> {
  return finders[kind](db, id, conversationId ?? null);
}

type Finder = (db: Db, id: number, conversationId: number | null) => Promise<Thing | null>;

const finders: Record<ThingKind, Finder> = {
  message: async (db, id, conversationId) => {
    const found = conversationId === null ? null : await findMessage(db, conversationId, id);
    if (!found) return null;
    const { message, customerId, advisorId } = found;
    return {
      kind: "message",
      authorId: message.senderId,
      parties: [customerId, advisorId],
      label: `Message of ${formatLong(message.createdAt.toISOString())}`,
      text: message.body,
      removed: message.removedReason !== null,
      pathFor: (memberId) => `/messages/${memberId === customerId ? advisorId : customerId}`,
    };
  },
  profile: async (db, id) => {
    const found = await findProfile(db, id);
    if (!found || found.member.role === "staff") return null;
    const { member, profile } = found;
    return {
      kind: "profile",
      authorId: id,
      parties: [id],
      label: `Profile of ${profile.name}`,
      text: [profile.headLine, profile.description].filter(Boolean).join("\n\n"),
      removed: false,
      pathFor: (memberId) => (memberId === id ? `/profile/${memberRole(member)}` : `/profile-details/${id}`),
    };
  },
  review: async (db, id) => {
    const found = await findReview(db, id);
    if (!found) return null;
    const { review } = found;
    return {
      kind: "review",
      authorId: review.customerId,
      parties: [review.customerId, review.advisorId],
      label: `Review of ${formatLong(review.createdAt.toISOString())}`,
      text: review.body,
      removed: review.removedReason !== null,
      pathFor: () => "/reviews",
    };
  },
  invoice: async (db, id) => {
    const invoice = await findInvoice(db, id);
    if (!invoice || invoice.status === "draft") return null;
    const name = invoiceNumber(invoice.number ?? 0);
    return {
      kind: "invoice",
      authorId: invoice.advisorId,
      parties: [invoice.advisorId, invoice.customerId],
      label: `Invoice ${name}`,
      text: `${name} over ${formatPence(invoice.totalPence)}`,
      removed: false,
      pathFor: () => `/invoices/${id}`,
    };
  },
  engagement: async (db, id) => {
    const engagement = await findEngagement(db, id);
    return (
      engagement && {
        kind: "engagement",
        authorId: engagement.advisorId,
        parties: [engagement.advisorId, engagement.customerId],
        label: `Engagement “${engagement.name}”`,
        text: engagement.name,
        removed: false,
        pathFor: () => `/project/${id}`,
      }
    );
  },
};

const longestText = 500;

/** A thing as evidence for a decision about a member, in the words it has now. */
export function evidenceFrom(thing: Thing, memberId: number): EvidenceRow {
  const text = shortened(thing.text, longestText);
  return { kind: thing.kind, label: thing.label, text, path: thing.pathFor(memberId) };
}
