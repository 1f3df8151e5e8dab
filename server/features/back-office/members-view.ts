import type * as members from "@plumbline/contract/back-office/members.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { ListedMember } from "./members-store.ts";

export type Listed = Answer<typeof members.listMembers>["entries"][number];

export const listedView = (row: ListedMember): Listed => ({
  id: row.id,
  role: memberRole(row),
  name: row.name,
  company_name: row.companyName,
  email: row.email,
  state: row.state,
  joined_at: row.createdAt.toISOString(),
});
