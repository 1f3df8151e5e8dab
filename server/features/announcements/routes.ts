import * as contract from "@plumbline/contract/announcements/contract.ts";
import { canStop } from "@plumbline/contract/announcements/rules.ts";
import { maxId } from "@plumbline/contract/fields.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { announce, stopAnnouncement } from "./actions.ts";
import * as store from "./store.ts";
import { announcedView } from "./view.ts";

const pageSize = 50;

export const announcementRoutes = (context: AppContext) => {
  const { db } = context;
  const read = async (id: number) => {
    const row = await store.findAnnouncement(db, id);
    if (!row) throw notFound();
    return view(row);
  };
  return [
    handle(contract.listAnnouncements, async ({ query }) => {
      const rows = await store.announcementsBefore(db, query.before ?? maxId, pageSize + 1);
      return { entries: rows.slice(0, pageSize).map(view), more: rows.length > pageSize };
    }),
    handle(contract.countReceivers, ({ query }) =>
      store.countAudience(db, { role: query.role, audience: query.state }),
    ),
    handle(contract.announce, async ({ member, body }) => read(await announce(context, member, body))),
    handle(contract.readAnnouncement, ({ params }) => read(params.id)),
    handle(contract.stopAnnouncement, async ({ member, params }) => {
      await stopAnnouncement(context, member, params.id);
      return read(params.id);
    }),
    handle(contract.readAnnounced, async ({ member, params }) => {
      const row = await store.findAnnounced(db, params.id, member.id);
      if (!row) throw notFound();
      return announcedView(row);
    }),
    handle(contract.dismissAnnouncement, async ({ member, params }) => {
      const row = await store.findAnnounced(db, params.id, member.id);
      if (!row) throw notFound();
      await store.dismissBanner(db, params.id, member.id);
      return announcedView(row);
    }),
  ];
};

function view(row: store.AnnouncementRow): contract.Announcement {
  const { id, title, text, link, role, audience, banner, state, receivers, reached } = row;
  return {
    id,
    title,
    text,
    link,
    role,
    audience,
    banner,
    state,
    receivers,
    reached,
    by_email: row.byEmail,
    send_at: row.sendAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    by: row.by ?? "",
    can_stop: canStop(state),
  };
}
