import * as contract from "@plumbline/contract/audit/contract.ts";
import { kindsForMembers } from "@plumbline/contract/audit/rules.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { auditHead, auditPerson, pageOfAudit, staffActsOn } from "./store.ts";
import { auditEntryView, staffActView } from "./view.ts";

const page = 50;
const memberPage = 20;

export const auditRoutes = (context: AppContext) => [
  handle(contract.listAudit, async ({ query: { before, ...filters }, most = page }) => {
    const [rows, head, person] = await Promise.all([
      pageOfAudit(context.db, filters, { before, limit: most + 1 }),
      auditHead(context.db),
      filters.person === undefined ? null : auditPerson(context.db, filters.person),
    ]);
    return { entries: rows.slice(0, most).map(auditEntryView), more: rows.length > most, head, person };
  }),
  handle(contract.listStaffActs, async ({ query, member }) => {
    const rows = await staffActsOn(context.db, member.id, kindsForMembers, {
      before: query.before,
      limit: memberPage + 1,
    });
    return { entries: rows.slice(0, memberPage).map(staffActView), more: rows.length > memberPage };
  }),
];
