import * as contract from "@plumbline/contract/correspondence/contract.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { answerThread, changeThread, type ThreadChange, type ThreadToChange } from "./actions.ts";
import { findThread, pageOfThreads } from "./store.ts";
import { threadInFull, threadView } from "./view.ts";

const pageSize = 20;

export const correspondenceRoutes = (context: AppContext) => {
  const read = async (member: Member, id: number) => {
    const found = await findThread(context.db, id);
    if (!found) throw notFound();
    return threadInFull(found, member.id);
  };
  const changed = async (member: Member, thread: ThreadToChange, change: ThreadChange) => {
    await changeThread(context, member, thread, change);
    return read(member, thread.id);
  };
  return [
    handle(contract.listThreads, async ({ query, member }) => {
      const filters = {
        state: query.state,
        kind: query.kind ?? null,
        assigned: query.assigned ?? null,
        reader: member.id,
      };
      const { rows, total } = await pageOfThreads(context.db, filters, query.page, pageSize);
      return {
        entries: rows.map(threadView),
        pagination: { limit: pageSize, current: query.page, total_count: total },
      };
    }),
    handle(contract.readThread, ({ params, member }) => read(member, params.id)),
    handle(contract.answerThread, async ({ params, body, member }) => {
      await answerThread(context, member, params.id, body);
      return read(member, params.id);
    }),
    handle(contract.closeThread, ({ params, body, member }) => changed(member, { ...params, ...body }, "closed")),
    handle(contract.reopenThread, ({ params, member }) => changed(member, params, "reopened")),
    handle(contract.assignThread, ({ params, member }) => changed(member, params, "assigned")),
    handle(contract.releaseThread, ({ params, member }) => changed(member, params, "released")),
  ];
};
