import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import { type FoundEntry, mostOfEach } from "@plumbline/contract/back-office/search.ts";
import { statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { maxId } from "@plumbline/contract/fields.ts";
import { invoiceNumber, invoiceNumberIn, statusLabel, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { Db } from "../../database/database.ts";
import { indexedWordsIn, wordsQuery } from "../../database/words.ts";
import { engagementById, engagementsByWords, type FoundEngagement } from "../engagements/search-store.ts";
import { type FoundInvoice, invoicesByIds, invoicesByNumber } from "../invoices/search-store.ts";
import {
  type FoundMember,
  findByProviderId,
  memberIdsNamed,
  membersByEmail,
  membersByIds,
  membersByWords,
} from "./search-store.ts";

const shortest = 2;
/** The card provider's ids: a short prefix and an underscore. */
const providerPattern = /^[a-z]{2,8}_\w{3,}$/;

/** A few of everything that staff may look for, what was typed exactly first (row G-20). */
export async function findAnything(db: Db, typed: string): Promise<FoundEntry[]> {
  const text = typed.trim();
  const [exact, similar] = await Promise.all([exactly(db, text), similarTo(db, text)]);
  const known = new Set(exact.map(keyOf));
  const all = [
    ...exact.map((each) => ({ ...each, exact: true })),
    ...similar.filter((each) => !known.has(keyOf(each))).map((each) => ({ ...each, exact: false })),
  ];
  const counts = new Map<string, number>();
  return all.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= mostOfEach;
  });
}

type Found = Omit<FoundEntry, "exact">;

const keyOf = ({ kind, id }: Found) => `${kind} ${id}`;

async function exactly(db: Db, text: string): Promise<Found[]> {
  if (/^#?[1-9]\d{0,9}$/.test(text)) {
    const id = Number(text.replace("#", ""));
    return id > maxId ? [] : byNumber(db, id);
  }
  if (providerPattern.test(text)) return byProvider(db, text);
  if (text.includes("@")) return (await membersByEmail(db, text)).map(memberEntry);
  const named = invoiceNumberIn(text);
  if (!named) return [];
  const others = wordsQuery(named.others);
  const rows = await invoicesByNumber(db, named.number, others && (await memberIdsNamed(db, others)));
  return rows.map(invoiceEntry);
}

/** A bare number may be anything's id, and an invoice's number. */
async function byNumber(db: Db, number: number): Promise<Found[]> {
  const [members, engagements, invoices, numbered] = await Promise.all([
    membersByIds(db, [number]),
    engagementById(db, number),
    invoicesByIds(db, [number]),
    invoicesByNumber(db, number, null),
  ]);
  const others = numbered.filter(({ id }) => id !== number);
  return [
    ...members.map(memberEntry),
    ...engagements.map(engagementEntry),
    ...[...invoices, ...others].map(invoiceEntry),
  ];
}

async function byProvider(db: Db, providerId: string): Promise<Found[]> {
  const found = await findByProviderId(db, providerId);
  const idsOf = (kind: string) => found.filter((each) => each.kind === kind).map(({ id }) => id);
  const [members, invoices] = await Promise.all([
    membersByIds(db, idsOf("member")),
    invoicesByIds(db, idsOf("invoice")),
  ]);
  const entries = [...members.map(memberEntry), ...invoices.map(invoiceEntry)];
  return entries.map((entry) => {
    const what = found.find(({ kind, id }) => kind === entry.kind && id === entry.id)?.what;
    return what ? { ...entry, about: `${what} · ${entry.about}` } : entry;
  });
}

async function similarTo(db: Db, text: string): Promise<Found[]> {
  const words = text.length >= shortest && !providerPattern.test(text) ? wordsQuery(text) : null;
  if (!words) return [];
  const [members, engagements] = await Promise.all([membersByWords(db, words), engagementsByWords(db, words)]);
  return [...members.toSorted(wholeWordsFirst(text)).map(memberEntry), ...engagements.map(engagementEntry)];
}

/** Who types "ann" means Ann before Annabel. */
function wholeWordsFirst(typed: string) {
  const wanted = indexedWordsIn(typed);
  const missing = ({ name, companyName, email }: FoundMember) => {
    const words = indexedWordsIn(`${name} ${companyName} ${email}`);
    return wanted.filter((word) => !words.includes(word)).length;
  };
  return (one: FoundMember, other: FoundMember) => missing(one) - missing(other);
}

const memberEntry = ({ id, role, name, companyName, email, state }: FoundMember): Found => ({
  kind: "member",
  id,
  member_id: id,
  title: name,
  about: [
    role === "advisor" ? "Advisor" : "Business member",
    companyName,
    email,
    ...(state === "active" ? [] : [staffStateLabels[state]]),
  ]
    .filter(Boolean)
    .join(" · "),
});

const engagementEntry = (row: FoundEngagement): Found => ({
  kind: "engagement",
  id: row.id,
  member_id: row.customerId,
  title: row.name,
  about: `#${row.id} · ${row.advisor} for ${row.customer} · ${statusLabels[row.status]}`,
});

const invoiceEntry = (row: FoundInvoice): Found => ({
  kind: "invoice",
  id: row.id,
  member_id: row.customerId,
  title: `${invoiceNumber(row.number ?? 0)} · #${row.id}`,
  about: `${row.advisor} to ${row.customer} · ${formatPence(row.totalPence)} · ${statusLabel(wireStatusOf(row.status))}`,
});
