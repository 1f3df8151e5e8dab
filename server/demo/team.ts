import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import type { AppContext } from "../context.ts";
import { updateMember } from "../features/accounts/store.ts";
import { changeStaffRole, inviteStaff, removeStaff } from "../features/accounts/team.ts";
import { daysAgo } from "./past.ts";
import { cachedHash, type Person } from "./people.ts";

const colleagues: { name: string; at: string; role: StaffRole; first: StaffRole; reason?: string }[] = [
  {
    name: "Ben Rowe",
    at: "operations",
    role: "operations",
    first: "support",
    reason: "Runs the queue from this month.",
  },
  { name: "Nadia Karim", at: "finance", role: "finance", first: "finance" },
  { name: "Callum Reid", at: "support", role: "support", first: "support" },
  { name: "Imogen Hart", at: "auditor", role: "read_only", first: "read_only" },
];

/** The owner's colleagues, one of each role, and one who has left: who invited and changed them is in the audit. */
export async function makeTeam(context: AppContext, owner: Person, domain: string, password: string): Promise<void> {
  const then = daysAgo(context, 80);
  const passwordHash = await cachedHash(context, password);
  for (const { name, at, role, first, reason } of colleagues) {
    const id = await inviteStaff(then, owner.member, { email: `${at}@${domain}`, name, role: first });
    await updateMember(context.db, id, { state: "active", passwordHash });
    if (reason) await changeStaffRole(daysAgo(context, 30), owner.member, id, { role, reason });
  }
  const left = await inviteStaff(then, owner.member, {
    email: `tessa.moor@${domain}`,
    name: "Tessa Moor",
    role: "operations",
  });
  await removeStaff(daysAgo(context, 41), owner.member, left, "Has left us for a place in Leeds. Thank you, Tessa.");
}
