import {
  type Area,
  rolesThatMay,
  type StaffRole,
  staffRoleLabels,
} from "@plumbline/contract/back-office/staff-roles.ts";

const listed = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Names the roles that may do what this reader may only read. */
export default function ReadOnlyWords({ role, area, method }: { role: StaffRole; area: Area; method: string }) {
  const others = rolesThatMay(area, method).map((each) => staffRoleLabels[each]);
  return `Your role, ${staffRoleLabels[role]}, may read this; ${listed.format(others)} may change it.`;
}
