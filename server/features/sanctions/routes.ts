import { present } from "@plumbline/contract/present.ts";
import * as sanctions from "@plumbline/contract/sanctions/contract.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { FileRow, ReceivedFile } from "../../files/files.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { oneOf, storeUpload, withinQuota } from "../files/actions.ts";
import { attachmentView } from "../files/view.ts";
import { imposeOnMember, reopenMember } from "./actions.ts";
import { appealAgainst, decideAppeal } from "./appeals.ts";
import { findQueued, findShown, memberWithSanctions, pageOfAppeals, sanctionsOf } from "./store.ts";
import { appealViews, memberSanctionsView, ownSanctionViews } from "./view.ts";

const pageSize = 20;

export const sanctionsRoutes = (context: AppContext) => {
  const upload = async (member: Member, purpose: FileRow["purpose"], files: readonly ReceivedFile[]) => {
    return attachmentView(context, await storeUpload(context, member, { purpose, field: "file" }, oneOf(files)));
  };
  const check = { beforeFiles: withinQuota(context, "file") };
  return [
    handle(sanctions.listOwnSanctions, async ({ member }) => ({
      standing: member.standing,
      appeal_days: context.settings.appealDays,
      entries: await ownSanctionViews(context, await sanctionsOf(context.db, member.id)),
    })),
    handle(sanctions.makeAppeal, async ({ member, params, body }) => {
      await appealAgainst(context, member, params.id, body);
      const row = await findShown(context.db, params.id);
      const [view] = await ownSanctionViews(context, row ? [row] : []);
      return present(view, "the sanction");
    }),
    handle(sanctions.uploadAppealFile, ({ member, files }) => upload(member, "appeal", files), check),
    handle(sanctions.listMemberSanctions, ({ params }) => ofMember(context, params.id)),
    handle(sanctions.imposeSanction, async ({ member, params, body }) => {
      await imposeOnMember(context, member, params.id, body);
      return ofMember(context, params.id);
    }),
    handle(sanctions.reopenMember, async ({ member, params, body }) => {
      await reopenMember(context, member, params.id, body.reason);
      return ofMember(context, params.id);
    }),
    handle(sanctions.uploadEvidence, ({ member, files }) => upload(member, "evidence", files), check),
    handle(sanctions.listAppeals, async ({ member, query }) => {
      const { rows, total } = await pageOfAppeals(context.db, query.state ?? "waiting", query.page, pageSize);
      return {
        entries: await appealViews(context, rows, member.id),
        pagination: { limit: pageSize, current: query.page, total_count: total },
      };
    }),
    handle(sanctions.readAppeal, ({ member, params }) => appeal(context, member, params.id)),
    handle(sanctions.decideAppeal, async ({ member, params, body }) => {
      await decideAppeal(context, member, params.id, body);
      return appeal(context, member, params.id);
    }),
  ];
};

async function ofMember(context: AppContext, id: number) {
  const found = await memberWithSanctions(context.db, id);
  if (!found) throw notFound();
  const { name, ...member } = found.member;
  const shown = { ...member, role: memberRole(member), name: name ?? "" };
  return memberSanctionsView(context, shown, found.rows);
}

async function appeal(context: AppContext, staff: Member, id: number) {
  const row = await findQueued(context.db, id);
  if (!row) throw notFound();
  const [view] = await appealViews(context, [row], staff.id);
  return present(view, "the appeal");
}
