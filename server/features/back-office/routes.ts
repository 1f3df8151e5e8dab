import * as backOffice from "@plumbline/contract/back-office/contract.ts";
import { accessTo, areas } from "@plumbline/contract/back-office/staff-roles.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { fromKeys } from "@plumbline/contract/records.ts";
import type { AppContext } from "../../context.ts";
import { preparedOn } from "../../database/prepared.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { openSharedReads } from "../../http/shared-reads.ts";
import { pageOfMails } from "../../mail/store.ts";
import { decideApplication } from "../accounts/actions.ts";
import { inviteStaff } from "../accounts/team.ts";
import { nameOf } from "../profiles/store.ts";
import { retryMail } from "./actions.ts";
import { findApplication, pageOfApplications } from "./store.ts";
import { applicationView, idsIn, unsentMailView } from "./view.ts";

const pageSize = 20;

/** A page of applications is the same for all who look. */
const reads = preparedOn(() => openSharedReads<Answer<typeof backOffice.listApplications>>());

export const backOfficeRoutes = (context: AppContext) => [
  handle(backOffice.listApplications, ({ query }) =>
    reads(context.db)(JSON.stringify(query), async () => {
      const { rows, total } = await pageOfApplications(context.db, query.state, query.page, pageSize);
      const names = await context.references.namesOf(context.db, rows.flatMap(idsIn));
      return {
        entries: rows.map((row) => applicationView(row, names)),
        pagination: { limit: pageSize, current: query.page, total_count: total },
      };
    }),
  ),
  handle(backOffice.readApplication, ({ params }) => application(context, params.id)),
  handle(backOffice.approveApplication, async ({ params, body, member }) => {
    await decideApplication(context, member, params.id, "approved", body.reason);
    return application(context, params.id);
  }),
  handle(backOffice.rejectApplication, async ({ params, body, member }) => {
    await decideApplication(context, member, params.id, "rejected", body.reason);
    return application(context, params.id);
  }),
  handle(backOffice.listUnsentMails, async ({ query }) => {
    const { rows, total } = await pageOfMails(context.db, query.state, query.page, pageSize);
    return {
      entries: rows.map(unsentMailView),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(backOffice.retryMail, async ({ params, member }) =>
    unsentMailView(await retryMail(context, member, params.id)),
  ),
  handle(backOffice.readStaffAccount, async ({ member }) => {
    const role = member.staffRole ?? "read_only";
    const access = fromKeys(areas, (area) => accessTo(area, role));
    return {
      id: member.id,
      name: await nameOf(context.db, member.id),
      email: member.email,
      role,
      access,
      must_set_up_two_step: member.mustSetUpTwoStep,
    };
  }),
  handle(backOffice.inviteStaff, async ({ body, member }) => ({ id: await inviteStaff(context, member, body) })),
];

async function application(context: AppContext, id: number) {
  const row = await findApplication(context.db, id);
  if (!row) throw notFound();
  return applicationView(row, await context.references.namesOf(context.db, idsIn(row)));
}
