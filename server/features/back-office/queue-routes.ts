import * as queue from "@plumbline/contract/back-office/queue.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { undoDecision } from "../accounts/undo.ts";
import { findListedMember } from "./members-store.ts";
import {
  answerAsApplicant,
  applicationStatus,
  askForMore,
  check,
  decideEach,
  giveReferenceWith,
  promiseDays,
  promiseOf,
  referenceOf,
  releaseApplication,
  requestReference,
  takeApplication,
} from "./queue-actions.ts";
import { findCase, listQueue } from "./queue-store.ts";
import { applicationStatusView, caseView, referenceView, standingView } from "./queue-view.ts";

const pageSize = 50;
/** The queue of applications, and the pages that its e-mails lead to. */
export const queueRoutes = (context: AppContext) => {
  const shown = async (id: number) => {
    const row = await findCase(context.db, id);
    if (!row) throw notFound();
    return caseView(row, context.clock.now());
  };
  return [
    handle(queue.listQueue, async ({ query: { after: afterId, ...query }, member, most = pageSize }) => {
      const now = context.clock.now();
      const after = afterId === undefined ? null : await findListedMember(context.db, afterId);
      if (afterId !== undefined && !after) throw notFound();
      const rows = await listQueue(context.db, query, { reader: member.id, now, after, limit: most + 1 });
      return {
        entries: rows.slice(0, most).map((row) => standingView(row, now)),
        more: rows.length > most,
        decide_within_days: rows[0]?.promisedDays ?? (await promiseOf(context.db)),
      };
    }),
    handle(queue.readCase, ({ params }) => shown(params.id)),
    handle(queue.assignApplication, async ({ params, body, member }) => {
      const act = body.to === "me" ? takeApplication : releaseApplication;
      await act(context, member, params.id);
      return shown(params.id);
    }),
    handle(queue.askApplicant, async ({ params, body, member }) => {
      await askForMore(context, member, params.id, body);
      return shown(params.id);
    }),
    handle(queue.undoDecision, async ({ params, body, member }) => {
      await undoDecision(context, member, params.id, body.reason);
      return shown(params.id);
    }),
    handle(queue.decideSeveral, ({ body, member }) =>
      decideEach(context, member, body.ids, body.decision, body.reason),
    ),
    handle(queue.recordCheck, async ({ params, body, member }) => {
      await check(context, member, params.id, body);
      return shown(params.id);
    }),
    handle(queue.askReference, async ({ params, body, member }) => {
      await requestReference(context, member, params.id, body);
      return shown(params.id);
    }),
    handle(queue.changePromise, async ({ body, member }) => {
      await promiseDays(context, member, body.decide_within_days);
      return { decide_within_days: body.decide_within_days };
    }),
    handle(queue.readApplicationStatus, async ({ params }) =>
      applicationStatusView(await applicationStatus(context, params.token)),
    ),
    handle(queue.answerQuestion, async ({ params, body }) =>
      applicationStatusView(await answerAsApplicant(context, params.token, body)),
    ),
    handle(queue.readReferenceRequest, async ({ params }) => referenceView(await referenceOf(context, params.token))),
    handle(queue.giveReference, async ({ params, body }) => {
      await giveReferenceWith(context, params.token, body);
      return referenceView(await referenceOf(context, params.token));
    }),
  ];
};
