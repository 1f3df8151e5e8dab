import {
  type Area,
  accessTo,
  rolesThatMay,
  type StaffRole,
  staffRoleLabels,
} from "@plumbline/contract/back-office/staff-roles.ts";

const listed = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Names the roles that may do what this reader may only read, or not even that: a page that reads nothing opens for all. */
export default function ReadOnlyWords({ role, area, method }: { role: StaffRole; area: Area; method: string }) {
  const others = rolesThatMay(area, method).map((each) => staffRoleLabels[each]);
  const [own, theirs] =
    accessTo(area, role) === "none" ? ["may not use this", "may"] : ["may read this", "may change it"];
  return `Your role, ${staffRoleLabels[role]}, ${own}; ${listed.format(others)} ${theirs}.`;
}
