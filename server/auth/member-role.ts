import type { Role } from "@plumbline/contract/product.ts";

/**
 * The role of somebody who is known to be a customer or an advisor, such as a party of an engagement. Throws for staff,
 * who share the table of members (decision 5).
 */
export function memberRole({ role }: { role: Role | "staff" }): Role {
  if (role === "staff") throw new Error("a member of staff is neither a customer nor an advisor");
  return role;
}
