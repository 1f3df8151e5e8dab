import * as members from "@plumbline/contract/back-office/members.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { invoiceNumber, wireStatusOf } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { AppContext } from "../../context.ts";
import { preparedOn } from "../../database/prepared.ts";
import { handle } from "../../http/endpoints.ts";
import { pageByKey } from "../../http/page-by-key.ts";
import { notFound } from "../../http/problems.ts";
import { openSharedReads } from "../../http/shared-reads.ts";
import { mailsOfRecipient } from "../../mail/recipient-store.ts";
import { sessionsOf } from "../accounts/store.ts";
import { engagementsOfMember } from "../engagements/member-store.ts";
import { invoicesOfMember } from "../invoices/member-store.ts";
import { conversationOutlinesOf } from "../messages/member-store.ts";
import { reviewsOfMember } from "../reviews/member-store.ts";
import { readMemberPage } from "./member-page.ts";
import { findListedMember, listMembers } from "./members-store.ts";
import { listedView } from "./members-view.ts";
import { editNote, writeNote } from "./notes.ts";
import { type NoteRow, notesOf } from "./notes-store.ts";
import { mailFate, timelineOf } from "./timeline.ts";

const mailsShown = 100;

// A member's page and a timeline are the same for all who look.
const pages = preparedOn(() => openSharedReads<Answer<typeof members.readMember>>());
const timelines = preparedOn(() => openSharedReads<Answer<typeof members.readMemberTimeline>>());

/** The list of members, a member's page and its tabs. */
export const memberRoutes = (context: AppContext) => {
  const found = async (id: number) => {
    const row = await findListedMember(context.db, id);
    if (!row) throw notFound();
    return { ...row, role: memberRole(row) };
  };
  return [
    handle(members.listMembers, ({ query: { after, ...filters }, most }) =>
      pageByKey({
        after,
        most,
        view: listedView,
        placeOf: (id) => findListedMember(context.db, id),
        rowsAfter: (page) => listMembers(context.db, filters, page),
      }),
    ),
    handle(members.readMember, ({ params: { id } }) =>
      pages(context.db)(String(id), async () => readMemberPage(context, await found(id))),
    ),
    handle(members.readMemberTimeline, ({ params, query }) =>
      timelines(context.db)(JSON.stringify([params, query]), async () =>
        timelineOf(context.db, await found(params.id), {
          kind: query.kind,
          before_event: query.before_event,
          before_mail: query.before_mail,
        }),
      ),
    ),
    handle(members.listMemberEngagements, async ({ params }) => {
      const { id, role } = await found(params.id);
      const rows = await engagementsOfMember(context.db, id, role);
      return {
        entries: rows.map((row) => ({
          id: row.id,
          name: row.name,
          status: row.status,
          total: decimalOf(row.totalPence),
          created_at: row.createdAt.toISOString(),
          other_id: row.otherId,
          other: row.other ?? "",
        })),
      };
    }),
    handle(members.listMemberInvoices, async ({ params }) => {
      const { id, role } = await found(params.id);
      const rows = await invoicesOfMember(context.db, id, role);
      return {
        entries: rows.map((row) => ({
          id: row.id,
          number: invoiceNumber(row.number ?? 0),
          status: wireStatusOf(row.status),
          total: decimalOf(row.totalPence),
          refunded: decimalOf(row.refundedPence),
          commission: decimalOf(row.feePence ?? 0),
          issued_on: row.issuedOn,
          other_id: row.otherId,
          other: row.other ?? "",
        })),
      };
    }),
    handle(members.listMemberConversations, async ({ params }) => {
      const { id, role } = await found(params.id);
      const rows = await conversationOutlinesOf(context.db, id, role);
      return {
        entries: rows.map((row) => ({
          id: row.id,
          other_id: row.otherId,
          other: row.other ?? "",
          messages: row.messages,
          last_at: row.lastAt?.toISOString() ?? null,
          started_at: row.startedAt.toISOString(),
        })),
      };
    }),
    handle(members.listMemberReviews, async ({ params }) => {
      const { id, role } = await found(params.id);
      const rows = await reviewsOfMember(context.db, id, role);
      return {
        entries: rows.map(({ ratingChosen, createdAt, other, ...row }) => ({
          ...row,
          other: other ?? "",
          rating_chosen: ratingChosen,
          created_at: createdAt.toISOString(),
        })),
      };
    }),
    handle(members.listMemberMails, async ({ params }) => {
      const { email } = await found(params.id);
      const rows = await mailsOfRecipient(context.db, email, { limit: mailsShown });
      return {
        entries: rows.map((row) => ({
          id: row.id,
          subject: row.subject,
          fate: mailFate(row),
          created_at: row.createdAt.toISOString(),
          sent_at: row.sentAt?.toISOString() ?? null,
          reason: row.failure,
        })),
      };
    }),
    handle(members.listMemberSessions, async ({ params }) => {
      const { id } = await found(params.id);
      const rows = await sessionsOf(context.db, id, context.clock.now());
      return {
        entries: rows.map((row) => ({
          id: row.id,
          user_agent: row.userAgent,
          created_at: row.createdAt.toISOString(),
          ends_at: row.expiresAt.toISOString(),
        })),
      };
    }),
    handle(members.listMemberNotes, async ({ params, member }) => {
      const { id } = await found(params.id);
      return { entries: (await notesOf(context.db, id)).map((row) => noteView(row, member.id)) };
    }),
    handle(members.writeMemberNote, async ({ params, body, member }) =>
      noteView(await writeNote(context, member, params.id, body.body), member.id),
    ),
    handle(members.editMemberNote, async ({ params, body, member }) =>
      noteView(await editNote(context, member, params.id, body.body), member.id),
    ),
  ];
};

const noteView = (row: NoteRow, readerId: number): Answer<typeof members.writeMemberNote> => ({
  id: row.id,
  body: row.body,
  author: row.author ?? "",
  own: row.authorId === readerId,
  created_at: row.createdAt.toISOString(),
  edited_at: row.editedAt?.toISOString() ?? null,
});
