import { keysOf } from "../records.ts";
import { type Access, opens } from "./access.ts";

// Which member of staff may do what: one table, read by the server, the menu, the documentation and the permission test.

/** The roles of staff, from the most to the least powerful. */
export const staffRoles = ["owner", "operations", "finance", "support", "read_only"] as const;
export type StaffRole = (typeof staffRoles)[number];

export const staffRoleLabels: Record<StaffRole, string> = {
  owner: "Owner",
  operations: "Operations",
  finance: "Finance",
  support: "Support",
  read_only: "Read-only",
};

/** The access of each role, in the order of `staffRoles` (row G-01). */
const table = {
  /** One's own account, the desk and what waits on it. */
  desk: ["write", "write", "write", "write", "write"],
  /** The queue of applications: decisions, references and checks. */
  applications: ["write", "write", "none", "read", "read"],
  /** Members' pages, search, notes, looking as a member, import. */
  members: ["write", "write", "read", "write", "read"],
  /** Suspension, restriction, reopening and appeals. */
  sanctions: ["write", "write", "read", "read", "read"],
  /** What members have reported. */
  reports: ["write", "write", "none", "write", "read"],
  engagements: ["write", "write", "read", "read", "read"],
  /** Invoices, memberships, payouts, refunds, disputes, reconciliation. */
  money: ["write", "read", "write", "read", "read"],
  /** Plans, coupons, commission, terms. */
  prices: ["write", "read", "write", "none", "read"],
  figures: ["write", "read", "read", "none", "read"],
  /** Reference lists, mail texts, banners, legal pages, announcements. */
  content: ["write", "write", "none", "read", "read"],
  /** Contact messages, searches that found nobody, replies. */
  correspondence: ["write", "write", "read", "write", "read"],
  /** Who is staff, and in which role. */
  staff: ["write", "read", "read", "read", "read"],
  audit: ["write", "none", "none", "none", "none"],
  /** Mail, webhooks, jobs, backups. */
  health: ["write", "write", "read", "read", "read"],
} as const satisfies Record<string, readonly [Access, Access, Access, Access, Access]>;

export type Area = keyof typeof table;
export const areas = keysOf(table);

/** What a role of staff may do in an area. */
export function accessTo(area: Area, role: StaffRole): Access {
  return table[area][staffRoles.indexOf(role)] ?? "none";
}

/** Whether a role may call an endpoint of an area. */
export function mayUse(area: Area, role: StaffRole, method: string): boolean {
  return opens(accessTo(area, role), method);
}

/** The roles that may call an endpoint of an area, the most powerful first. */
export const rolesThatMay = (area: Area, method: string): readonly StaffRole[] =>
  staffRoles.filter((role) => mayUse(area, role, method));
