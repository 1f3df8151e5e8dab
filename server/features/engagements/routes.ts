import * as engagements from "@plumbline/contract/engagements/contract.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { csvFile, everyPage } from "../../http/csv.ts";
import { handle } from "../../http/endpoints.ts";
import { storeUploads, withinQuota } from "../files/actions.ts";
import { attachmentView } from "../files/view.ts";
import {
  acceptEngagement,
  askForReview,
  completeEngagement,
  propose,
  rejectEngagement,
  resubmitProposal,
  startEngagement,
  suggestEdit,
} from "./actions.ts";
import { projectCsvColumns } from "./csv-columns.ts";
import { type EngagementLine, engagementLines, engagementSumsOf, listEngagementsOf } from "./list-store.ts";
import { engagementFor, engagementSumsView, ownCustomersByName, projectView } from "./view.ts";

type EngagementAction = (
  context: AppContext,
  member: Member,
  id: number,
  word: { message?: string | null | undefined },
) => Promise<unknown>;
type ActionRequest = { member: Member; params: { id: number }; body: { message?: string | null | undefined } };

export const engagementsRoutes = (context: AppContext) => {
  /** Runs an action and responds with the engagement as it is afterwards. */
  const respondAfter =
    (action: EngagementAction) =>
    async ({ member, params, body }: ActionRequest) => {
      await action(context, member, params.id, body);
      return engagementFor(context, member, params.id);
    };
  return [
    handle(engagements.listProjects, async ({ member, query }) =>
      (await listEngagementsOf(context.db, member, query)).map((row) => projectView(context, member, row)),
    ),
    handle(engagements.sumProjects, async ({ member, query }) =>
      engagementSumsView(await engagementSumsOf(context.db, member, query)),
    ),
    handle(engagements.projectsCsv, ({ member, query }) =>
      csvFile(
        "engagements",
        projectCsvColumns[member.role === "advisor" ? "advisor" : "customer"],
        everyPage(
          (after: EngagementLine | null, limit) => engagementLines(context.db, member, query, { after, limit }),
          (line) => line,
        ),
      ),
    ),
    handle(engagements.createProject, async ({ member, body }) =>
      engagementFor(context, member, await propose(context, member, body)),
    ),
    handle(engagements.availableCustomers, ({ member }) => ownCustomersByName(context, member)),
    handle(
      engagements.uploadProjectFiles,
      async ({ member, files }) => {
        const kept = await storeUploads(context, member, { purpose: "engagement", field: "files" }, files);
        return kept.map((file) => attachmentView(context, file));
      },
      { beforeFiles: withinQuota(context, "files") },
    ),
    handle(engagements.readProject, ({ member, params }) => engagementFor(context, member, params.id)),
    handle(engagements.updateProject, async ({ member, params, body }) => {
      await resubmitProposal(context, member, params.id, body);
      return engagementFor(context, member, params.id);
    }),
    handle(engagements.acceptProject, respondAfter(acceptEngagement)),
    handle(engagements.rejectProject, respondAfter(rejectEngagement)),
    handle(engagements.suggestEdit, respondAfter(suggestEdit)),
    handle(engagements.startProject, respondAfter(startEngagement)),
    handle(engagements.completeProject, respondAfter(completeEngagement)),
    handle(engagements.askForReview, respondAfter(askForReview)),
  ];
};
