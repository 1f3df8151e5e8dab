import { type StaffRole, staffRoleLabels } from "@plumbline/contract/back-office/staff-roles.ts";

/** A colleague's role in words, in the menu of their account. */
export default function StaffRoleName({ role }: { role: StaffRole }) {
  return <span className="small">{staffRoleLabels[role]}</span>;
}
