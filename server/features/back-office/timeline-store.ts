import { desc, sql } from "drizzle-orm";
import { roleColumn } from "../../auth/member-join.ts";
import type { Db } from "../../database/database.ts";
import { jsonObject } from "../../database/json-object.ts";
import { preparedOn } from "../../database/prepared.ts";
import { eventRows, eventsAboutMany, eventsAboutOne, eventsBy } from "../../outbox/events-about.ts";
import { engagementIdsOf } from "../engagements/ids-join.ts";
import { engagementNameColumn } from "../engagements/name-column.ts";
import { invoiceIdsOf } from "../invoices/ids-join.ts";
import { type InvoiceLabel, invoiceLabelColumn } from "../invoices/invoice-label-column.ts";
import { conversationIdsOf } from "../messages/member-store.ts";
import { nameColumn } from "../profiles/profile-join.ts";

/** An event around a member as JSON, with the names that its title needs; `createdAt` is a string. */
export type TimelineRow = {
  id: number;
  kind: string;
  actorId: number | null;
  subjectId: number;
  data: unknown;
  createdAt: string;
  actor: string | null;
  actorRole: string | null;
  engagement: string | null;
  invoice: InvoiceLabel | null;
};

const member = sql`${sql.placeholder("memberId")}::int`;

// Short reads along indexes, merged, because no table says which members an event concerns.
const around = sql.join(
  [
    eventsAboutOne("member", member),
    eventsBy(member),
    eventsAboutMany("engagement", engagementIdsOf(member)),
    eventsAboutMany("invoice", invoiceIdsOf(member)),
    eventsAboutMany("conversation", conversationIdsOf(member)),
  ],
  sql` union all `,
);

const reading = preparedOn((db) => {
  const actor = sql.raw("found.actor_id");
  const subject = (name: string, column: unknown) =>
    sql`case when found.subject = ${sql.raw(`'${name}'`)} then ${column} end`;
  return db
    .select({
      it: jsonObject<TimelineRow>({
        id: sql`found.id`,
        kind: sql`found.kind`,
        actorId: actor,
        subjectId: sql`found.subject_id`,
        data: sql`found.data`,
        createdAt: sql`found.created_at`,
        actor: nameColumn(actor),
        actorRole: roleColumn(actor),
        engagement: subject("engagement", engagementNameColumn(sql.raw("found.subject_id"))),
        invoice: subject("invoice", invoiceLabelColumn(sql.raw("found.subject_id"))),
      }),
    })
    .from(sql`${eventRows(sql`select around.id from (${around}) around`)} as found`)
    .orderBy(desc(sql`found.id`))
    .limit(sql.placeholder("limit"))
    .prepare("timeline");
});

type Asked = { before?: number | undefined; kinds: readonly string[] | null; byStaff: boolean; limit: number };

/** The newest events around a member: what they did, and what happened to them, their work and their invoices. */
export async function eventsAround(
  db: Db,
  memberId: number,
  { before = Number.MAX_SAFE_INTEGER, kinds, byStaff, limit }: Asked,
): Promise<TimelineRow[]> {
  const rows = await reading(db).execute({ memberId, before, kinds, byStaff, limit });
  return rows.map(({ it }) => it);
}
