import { readContentPage } from "@plumbline/contract/content/contract.ts";
import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { listProjects } from "@plumbline/contract/engagements/contract.ts";
import { listInvoices } from "@plumbline/contract/invoices/contract.ts";
import { listConversations } from "@plumbline/contract/messages/contract.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { call } from "../../call.ts";
import { sectionsOf } from "../content/copy.ts";
import { fieldsOf, plain } from "../content/text.ts";

/**
 * The data of a role's home page, each part loaded independently: a part that fails stays empty, and the page says so
 * (row W-08). Of invoices those that wait for the member: an advisor's drafts, and what a customer has to pay.
 */
export async function loadOverview(role: Role) {
  const trouble = { incomplete: false };
  const orNone = <T>(answer: Promise<T>, none: T) =>
    answer.catch(() => {
      trouble.incomplete = true;
      return none;
    });
  const [projects, invoices, conversations] = await Promise.all([
    orNone(call(listProjects, { query: { limit: 50 } }), []),
    orNone(
      call(listInvoices, { query: { page: 1, status: role === "advisor" ? "draft" : "sent" } }).then(
        ({ entries }) => entries,
      ),
      [],
    ),
    orNone(call(listConversations, {}), []),
  ]);
  return { projects, invoices, conversations, ...trouble };
}

/**
 * The members' home page of the content service (page 42, decision 36); empty when it does not answer. Advisors read
 * their own sections where editors wrote them.
 */
export async function membersCopy(role: Role) {
  const page = await call(readContentPage, { params: { id: pageIds.secondHome } }).catch(() => null);
  const fields = fieldsOf(page);
  const forAdvisors = role === "advisor" ? sectionsOf(fields.advisor_sections) : [];
  return {
    title: plain(fields.hero_title),
    description: plain(fields.hero_description),
    sections: forAdvisors.length > 0 ? forAdvisors : sectionsOf(fields.body_sections),
  };
}

export type MembersCopy = Awaited<ReturnType<typeof membersCopy>>;
