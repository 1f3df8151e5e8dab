import { type FoundKind, searchEverything } from "@plumbline/contract/back-office/search.ts";
import { listProjects } from "@plumbline/contract/engagements/contract.ts";
import { listInvoices } from "@plumbline/contract/invoices/contract.ts";
import { listConversations } from "@plumbline/contract/messages/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { fold, wordsIn } from "@plumbline/contract/words.ts";
import { call } from "../call.ts";
import type { Session } from "../session.ts";

/** What the palette has found: of a member's own, or of anybody's for staff. */
export type Found = { kind: "person" | "engagement" | "invoice"; to: string; text: string; about: string };

/** As many of each kind as are read at a glance. */
const mostOfEach = 4;

/** Whom the member has a conversation with, the latest first; nobody for staff. Throws a Failure when it cannot be read. */
export async function readPeople({ role }: Session, signal: AbortSignal): Promise<Found[]> {
  if (role === "staff") return [];
  return (await call(listConversations, { query: {} }, { signal })).map(({ receiver }) => ({
    kind: "person",
    to: `/messages/${receiver.id}`,
    text: receiver.name,
    about: receiver.subtitle ?? "",
  }));
}

/** Those of them whose name, company or headline contains all of these words. */
export function peopleWith(people: readonly Found[], words: string): Found[] {
  const wanted = wordsIn(words);
  return people
    .filter(({ text, about }) => wanted.every((word) => fold(`${text} ${about}`).includes(word)))
    .slice(0, mostOfEach);
}

/**
 * The member's engagements and invoices that contain all of these words; anybody and anything for staff. Throws a Failure
 * when a list cannot be read.
 */
export async function findWork({ role }: Session, words: string, signal: AbortSignal): Promise<Found[]> {
  if (role === "staff") return findForStaff(words, signal);
  const other = role === "customer" ? "advisor" : "customer";
  const [projects, invoices] = await Promise.all([
    call(listProjects, { query: { q: words, limit: mostOfEach } }, { signal }),
    call(listInvoices, { query: { q: words } }, { signal }),
  ]);
  return [
    ...projects.map((project) => ({
      kind: "engagement" as const,
      to: `/project/${project.id}`,
      text: project.name,
      about: `${project[other].profile.name} · ${formatPounds(project.total_payment)}`,
    })),
    ...invoices.entries.slice(0, mostOfEach).map((invoice) => ({
      kind: "invoice" as const,
      to: `/invoices/${invoice.id}`,
      text: invoice.number ?? "Draft",
      about: `${invoice[other].profile.name} · ${formatPounds(invoice.total)}`,
    })),
  ];
}

/** How the palette shows what staff find, and the page that it is read on. */
const ofStaff: Record<FoundKind, { kind: Found["kind"]; to: (found: { id: number; member_id: number }) => string }> = {
  member: { kind: "person", to: ({ id }) => `/back-office/members/${id}` },
  engagement: { kind: "engagement", to: ({ member_id: id }) => `/back-office/members/${id}?tab=engagements` },
  invoice: { kind: "invoice", to: ({ id }) => `/back-office/invoices/${id}` },
};

async function findForStaff(words: string, signal: AbortSignal): Promise<Found[]> {
  const { entries } = await call(searchEverything, { query: { q: words } }, { signal });
  return entries.map((found) => {
    const { kind, to } = ofStaff[found.kind];
    return { kind, to: to(found), text: found.title, about: found.about };
  });
}
