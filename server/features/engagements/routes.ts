import * as engagements from "@plumbline/contract/engagements/contract.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import type { Member } from "../../platform/members.ts";
import { keepUploads, whileThereIsRoom } from "../files/actions.ts";
import {
  acceptEngagement,
  askForReview,
  completeEngagement,
  propose,
  proposeAgain,
  rejectEngagement,
  startEngagement,
  suggestEdit,
} from "./actions.ts";
import { listEngagementsOf } from "./store.ts";
import { attachmentView, engagementFor, ownCustomersByName, projectView } from "./view.ts";

type Verb = (
  house: House,
  member: Member,
  id: number,
  word: { message?: string | null | undefined },
) => Promise<unknown>;
type Moving = { member: Member; params: { id: number }; body: { message?: string | null | undefined } };

export const engagementsRoutes = (house: House) => {
  /** The returned engagement becomes the selected one. */
  const moved =
    (verb: Verb) =>
    async ({ member, params, body }: Moving) => {
      await verb(house, member, params.id, body);
      return engagementFor(house, member, params.id);
    };
  return [
    handle(engagements.listProjects, async ({ member, query }) =>
      (await listEngagementsOf(house.db, member, query)).map((row) => projectView(house, member, row)),
    ),
    handle(engagements.createProject, async ({ member, body }) =>
      engagementFor(house, member, await propose(house, member, body)),
    ),
    handle(engagements.availableCustomers, ({ member }) => ownCustomersByName(house, member)),
    handle(
      engagements.uploadProjectFiles,
      async ({ member, files }) => {
        const kept = await keepUploads(house, member, { purpose: "engagement", field: "files" }, files);
        return kept.map((file) => attachmentView(house, file));
      },
      { beforeFiles: whileThereIsRoom(house, "files") },
    ),
    handle(engagements.readProject, ({ member, params }) => engagementFor(house, member, params.id)),
    handle(engagements.updateProject, async ({ member, params, body }) => {
      await proposeAgain(house, member, params.id, body);
      return engagementFor(house, member, params.id);
    }),
    handle(engagements.acceptProject, moved(acceptEngagement)),
    handle(engagements.rejectProject, moved(rejectEngagement)),
    handle(engagements.suggestEdit, moved(suggestEdit)),
    handle(engagements.startProject, moved(startEngagement)),
    handle(engagements.completeProject, moved(completeEngagement)),
    handle(engagements.askForReview, moved(askForReview)),
  ];
};
