import type { Access } from "@plumbline/contract/back-office/access.ts";
import type { Area } from "@plumbline/contract/back-office/staff-roles.ts";

/** What the caller's role may do, as `GET /api/back-office/me` answers it. */
export type StaffAccess = Readonly<Record<Area, Access>>;

/** `acts` marks a page on which there is nothing to read. */
export type DeskPage = { to: string; text: string; area: Area; acts?: true };
type Section = { text: string; pages: readonly [DeskPage, ...DeskPage[]] };

/** The back office: a section is a link of the header and, with several pages, a row of tabs. */
const sections: readonly Section[] = [
  {
    text: "Desk",
    pages: [
      { to: "/back-office", text: "Desk", area: "desk" },
      { to: "/back-office/applications", text: "Applications", area: "applications" },
      { to: "/back-office/reports", text: "Reports", area: "reports" },
      { to: "/back-office/appeals", text: "Appeals", area: "sanctions" },
      { to: "/back-office/figures", text: "Figures", area: "figures" },
    ],
  },
  {
    text: "Members",
    pages: [
      { to: "/back-office/members", text: "Members", area: "members" },
      { to: "/back-office/engagements", text: "Engagements", area: "engagements" },
      { to: "/back-office/import", text: "Import", area: "members", acts: true },
    ],
  },
  {
    text: "Money",
    pages: [
      { to: "/back-office/ledger", text: "Ledger", area: "money" },
      { to: "/back-office/invoices", text: "Invoices", area: "money" },
      { to: "/back-office/disputes", text: "Disputes", area: "money" },
      { to: "/back-office/payouts", text: "Payouts", area: "money" },
      { to: "/back-office/memberships", text: "Memberships", area: "money" },
      { to: "/back-office/reconciliation", text: "Reconciliation", area: "money" },
    ],
  },
  {
    text: "Correspondence",
    pages: [{ to: "/back-office/correspondence", text: "Correspondence", area: "correspondence" }],
  },
  {
    text: "Content",
    pages: [
      { to: "/back-office/announcements", text: "Announcements", area: "content" },
      { to: "/back-office/content", text: "Banners and legal pages", area: "content" },
      { to: "/back-office/mail-texts", text: "Wording of e-mails", area: "content" },
      { to: "/back-office/lists", text: "Lists", area: "content" },
    ],
  },
  {
    text: "Settings",
    pages: [
      { to: "/back-office/team", text: "Team", area: "staff" },
      { to: "/back-office/settings/offers", text: "Plans and coupons", area: "prices" },
      { to: "/back-office/settings/money", text: "Commission and terms", area: "prices" },
      { to: "/back-office/audit", text: "Audit", area: "audit" },
      { to: "/back-office/health", text: "Health", area: "health" },
      { to: "/back-office/mails", text: "E-mails", area: "health" },
      { to: "/back-office/deliveries", text: "Deliveries", area: "health" },
      { to: "/back-office/webhooks", text: "Webhooks", area: "health" },
    ],
  },
];

/** Whether a page has anything for a role. */
export const isFor = ({ area, acts }: DeskPage, access: StaffAccess): boolean =>
  acts ? access[area] === "write" : access[area] !== "none";

/** The sections and pages that a role may read; none before its access is known. */
export function sectionsFor(access: StaffAccess | null): readonly Section[] {
  if (!access) return [];
  return sections.flatMap(({ text, pages }) => {
    const [first, ...others] = pages.filter((page) => isFor(page, access));
    return first ? [{ text, pages: [first, ...others] as const }] : [];
  });
}

/** The section that an address belongs to, or null outside the back office. */
export function sectionOf(pathname: string): Section | null {
  const page = deskPageOf(pathname);
  return sections.find(({ pages }) => pages.some(({ to }) => to === page?.to)) ?? null;
}

/**
 * The page that an address belongs to: that whose address the path begins with. A member's decisions belong to the members;
 * what is nobody's, such as one's own account, is not the desk's either.
 */
export function deskPageOf(pathname: string): DeskPage | null {
  const path = pathname.replace("/sanctions/", "/members/");
  const isOf = ({ to }: DeskPage) => path === to || (to !== "/back-office" && path.startsWith(`${to}/`));
  return sections.flatMap(({ pages }) => pages).find(isOf) ?? null;
}
