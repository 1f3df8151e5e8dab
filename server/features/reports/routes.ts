import * as reports from "@plumbline/contract/reports/contract.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { existing } from "../../database/rows.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { assignReport, decideReport, reportThing } from "./actions.ts";
import { findOwnReport, findQueued, pageOfReports, reportsOf } from "./store.ts";
import { readMonths } from "./transparency.ts";
import { ownReportView, reportInContext, reportView } from "./view.ts";

const pageSize = 20;

export const reportsRoutes = (context: AppContext) => [
  handle(reports.makeReport, async ({ member, body }) =>
    ownReportView(existing(await findOwnReport(context.db, await reportThing(context, member, body)))),
  ),
  handle(reports.listOwnReports, async ({ member }) => (await reportsOf(context.db, member.id)).map(ownReportView)),
  handle(reports.listReports, async ({ member, query: { state = "waiting", page } }) => {
    const { rows, total } = await pageOfReports(context.db, state, page, pageSize);
    return {
      entries: rows.map((row) => reportView(row, member)),
      pagination: { limit: pageSize, current: page, total_count: total },
    };
  }),
  handle(reports.readReport, ({ member, params }) => report(context, member, params.id)),
  handle(reports.assignReport, async ({ member, params, body }) => {
    await assignReport(context, member, params.id, body.mine);
    return report(context, member, params.id);
  }),
  handle(reports.decideReport, async ({ member, params, body }) => {
    await decideReport(context, member, params.id, body);
    return report(context, member, params.id);
  }),
  handle(reports.readTransparency, () => readMonths(context)),
];

async function report(context: AppContext, staff: Member, id: number) {
  const row = await findQueued(context.db, id);
  if (!row) throw notFound();
  return reportInContext(context, row, staff);
}
