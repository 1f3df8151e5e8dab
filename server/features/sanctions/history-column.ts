import type { Ground, SanctionKind } from "@plumbline/contract/sanctions/rules.ts";
import { type SQL, sql } from "drizzle-orm";

/** A decision about a member in a line; `imposedAt` as JSON has it. */
export type PastSanction = { id: number; kind: SanctionKind; grounds: Ground; imposedAt: string };

/** SQL column: the decisions about a member, the newest first, at most fifty. */
export const sanctionHistoryColumn = (memberId: SQL): SQL<PastSanction[]> => sql`array(
  select json_build_object('id', s.id, 'kind', s.kind, 'grounds', s.grounds, 'imposedAt', s.imposed_at)
  from sanctions s where s.member_id = ${memberId} order by s.id desc limit 50)`;
