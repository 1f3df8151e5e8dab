import { sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";

/** What holds in every committed state of the database (R27): each statement finds the rows that break it. */
const invariants: Record<string, string> = {
  "a customer's unread count is the number of messages behind what they have read": `
    select c.id from conversations c where c.customer_unread <> (select count(*) from messages m
      where m.conversation_id = c.id and m.sender_id = c.advisor_id and m.id > c.customer_read_id)`,
  "an advisor's unread count likewise": `
    select c.id from conversations c where c.advisor_unread <> (select count(*) from messages m
      where m.conversation_id = c.id and m.sender_id = c.customer_id and m.id > c.advisor_read_id)`,
  "a conversation knows its last message": `
    select c.id from conversations c
    where c.last_message_id is distinct from (select max(m.id) from messages m where m.conversation_id = c.id)`,
  "only the two members write in a conversation": `
    select m.id from messages m join conversations c on c.id = m.conversation_id
    where m.sender_id not in (c.customer_id, c.advisor_id)`,
  "a message is stored once for the id that its sender gave it": `
    select min(id) as id from messages where client_id is not null
    group by conversation_id, sender_id, client_id having count(*) > 1`,
  "what a message attaches exists": `
    select m.id from messages m, unnest(m.attachment_ids) as attached (id)
    where not exists (select from files f where f.id = attached.id)`,
  "an engagement's total is its fee times its units": `
    select id from engagements where total_pence <> round(unit_price_pence::numeric * units_hundredths / 100)`,
  "a review is about a completed engagement of its two members": `
    select r.id from reviews r join engagements e on e.id = r.engagement_id
    where e.status <> 'completed' or e.customer_id <> r.customer_id or e.advisor_id <> r.advisor_id`,
  "an invoice is between the parties of its engagement": `
    select i.id from invoices i join engagements e on e.id = i.engagement_id
    where e.customer_id <> i.customer_id or e.advisor_id <> i.advisor_id`,
  "an invoice's total is the sum of its lines and the VAT": `
    select i.id from invoices i where i.total_pence - i.vat_pence <>
      (select coalesce(sum(l.amount_pence), 0) from invoice_lines l where l.invoice_id = i.id)`,
  "an advisor's invoices are numbered without a gap": `
    select min(id) as id from invoices where number is not null
    group by advisor_id having count(*) <> max(number) or count(distinct number) <> count(*)`,
  "a claim for late payment is of an invoice of its engagement, with no fee, and stands alone": `
    select c.id from invoices c join invoices late on late.id = c.claim_for_id
    where late.engagement_id <> c.engagement_id or late.claim_for_id is not null or c.fee_pence <> 0 or exists (
      select from invoices other where other.claim_for_id = c.claim_for_id and other.id <> c.id
        and 'void' not in (other.status, c.status))`,
  "a paid invoice has one payment, of its total": `
    select i.id from invoices i where i.status in ('completed', 'refunded') and not exists (select from payments p
      where p.invoice_id = i.id and p.status in ('succeeded', 'refunded') and p.amount_pence = i.total_pence)`,
  "an invoice that waits has not been paid": `
    select i.id from invoices i join payments p on p.invoice_id = i.id and p.status = 'succeeded'
    where i.status in ('draft', 'sent', 'void')`,
  "what was given back is the sum of the refunds, and at most what was paid": `
    select i.id from invoices i where i.refunded_pence > i.total_pence or i.refunded_pence <>
      (select coalesce(sum(r.amount_pence), 0) from refunds r where r.invoice_id = i.id and r.state = 'done')`,
  "a refund takes from the advisor and from us what it gives back": `
    select id from refunds where not from_held and advisor_pence + fee_pence <> amount_pence`,
  "a refunded invoice is given back whole, and no other one is": `
    select id from invoices where (status = 'refunded') <> (total_pence > 0 and refunded_pence = total_pence)`,
  "an invoice is paid once in the log": `
    select min(id) as id from events where kind = 'invoice.paid' group by subject_id having count(*) > 1`,
  "nobody is notified twice of an event": `
    select min(id) as id from notifications group by event_id, member_id having count(*) > 1`,
  "no notification is about an event that there is not": `
    select n.id from notifications n where not exists (select from events e where e.id = n.event_id)`,
  "nobody gets an e-mail of a kind twice about an event": `
    select min(id) as id from mails where event_id is not null group by event_id, recipient, kind having count(*) > 1`,
};

/** The invariants that rows break now, with the ids of the first of them; none when all hold. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await db.execute<{ id: number }>(sql.raw(`${query} limit 5`));
    if (rows.length > 0) broken.push(`${name}: ${rows.map(({ id }) => id).join(", ")}`);
  }
  return broken;
}
