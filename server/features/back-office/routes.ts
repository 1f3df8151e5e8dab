import * as backOffice from "@plumbline/contract/back-office/contract.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import { pageOfMails, refusedAmong } from "../../platform/mail-store.ts";
import { notFound } from "../../platform/problems.ts";
import { decideApplication, inviteStaff } from "../accounts/actions.ts";
import { namesOf } from "../reference/choices.ts";
import { retryMail } from "./actions.ts";
import { findApplication, pageOfApplications } from "./store.ts";
import { applicationView, idsIn, unsentMailView } from "./view.ts";

const pageSize = 20;

export const backOfficeRoutes = (house: House) => [
  handle(backOffice.listApplications, async ({ query }) => {
    const { rows, total } = await pageOfApplications(house.db, query.state, query.page, pageSize);
    const names = await namesOf(house.db, rows.flatMap(idsIn));
    const refused = await refusedAmong(
      house.db,
      rows.map(({ member }) => member.email),
    );
    return {
      entries: rows.map((row) => applicationView(row, names, refused)),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(backOffice.readApplication, ({ params }) => application(house, params.id)),
  handle(backOffice.approveApplication, async ({ params, body, member }) => {
    await decideApplication(house, member, params.id, "approved", body.reason);
    return application(house, params.id);
  }),
  handle(backOffice.rejectApplication, async ({ params, body, member }) => {
    await decideApplication(house, member, params.id, "rejected", body.reason);
    return application(house, params.id);
  }),
  handle(backOffice.listUnsentMails, async ({ query }) => {
    const { rows, total } = await pageOfMails(house.db, query.state, query.page, pageSize);
    return {
      entries: rows.map(unsentMailView),
      pagination: { limit: pageSize, current: query.page, total_count: total },
    };
  }),
  handle(backOffice.retryMail, async ({ params, member }) => unsentMailView(await retryMail(house, member, params.id))),
  handle(backOffice.inviteStaff, async ({ body, member }) => ({ id: await inviteStaff(house, member, body) })),
];

async function application(house: House, id: number) {
  const row = await findApplication(house.db, id);
  if (!row) throw notFound();
  const refused = await refusedAmong(house.db, [row.member.email]);
  return applicationView(row, await namesOf(house.db, idsIn(row)), refused);
}
