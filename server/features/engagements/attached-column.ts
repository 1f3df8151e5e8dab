import { type SQL, sql } from "drizzle-orm";

/** SQL condition: whether an advisor's file is in one of their proposals or in an earlier version of one. */
export function isInProposalOf(fileId: SQL, advisorId: SQL): SQL<boolean> {
  return sql`exists (
    select from engagements e
    left join engagement_versions v on v.engagement_id = e.id
    where e.advisor_id = ${advisorId}
      and (${fileId} = any(e.attachment_ids) or v.terms -> 'attachmentIds' @> to_jsonb(${fileId})))`;
}

/** SQL condition: whether an advisor's file is in the current version of a proposal to this customer. */
export function isInProposalTo(customerId: SQL, fileId: SQL, advisorId: SQL): SQL<boolean> {
  return sql`exists (
    select from engagements e
    where e.advisor_id = ${advisorId} and e.customer_id = ${customerId} and ${fileId} = any(e.attachment_ids))`;
}
