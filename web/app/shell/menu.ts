import type { Role } from "@plumbline/contract/product.ts";
import { isOpenTo } from "../guards.ts";
import type { Session } from "../session.ts";
import type { Who } from "../stored-session.ts";
import { type StaffAccess, sectionsFor } from "./back-office-menu.ts";

export type Item = { to: string; text: string };
export type Group = Item & { items?: readonly Item[] };

const insights: Group = {
  to: "/insights",
  text: "Insights",
  items: [
    { to: "/insights", text: "Insights" },
    { to: "/events", text: "Events" },
    { to: "/videos", text: "Videos" },
  ],
};
const about: Group = {
  to: "/about",
  text: "About",
  items: [
    { to: "/about", text: "About us" },
    { to: "/faq", text: "FAQ" },
    { to: "/contact", text: "Contact us" },
  ],
};
const plain = ({ to, text }: Group): Group => ({ to, text });

/** The header's links, exactly as specified (rows H-01, H-03, H-04). */
const links: Record<Role | "visitor", readonly Group[]> = {
  visitor: [
    { to: "/", text: "Home" },
    { to: "/how-we-help", text: "How we help" },
    { to: "/how-it-works", text: "How it works" },
    insights,
    about,
  ],
  customer: [
    { to: "/customer-home", text: "Home" },
    { to: "/search-advisor", text: "Find An Advisor" },
    { to: "/engagements", text: "Engagements" },
    plain(insights),
    plain(about),
  ],
  advisor: [
    { to: "/advisor-home", text: "Home" },
    { to: "/engagements", text: "Engagements" },
    { to: "/reviews", text: "Reviews" },
    plain(insights),
    plain(about),
  ],
};

/** The links of the profile menu, without Logout, which is a button. */
const accountLinks: Record<Who, readonly Item[]> = {
  customer: [
    { to: "/profile/customer", text: "Account" },
    { to: "/terms-and-conditions", text: "Terms" },
    { to: "/membership", text: "Membership" },
    { to: "/billing", text: "Billing" },
  ],
  advisor: [
    { to: "/profile/advisor", text: "Account" },
    { to: "/terms-and-conditions", text: "Terms" },
    { to: "/invoices", text: "Invoices" },
  ],
  staff: [{ to: "/back-office/account", text: "Account" }],
};

/**
 * The header's links for this reader. While a member is still setting up, only those that they may open; staff see the
 * sections that their role may read (row H-35).
 */
export function linksFor(session: Session | null, access: StaffAccess | null = null): readonly Group[] {
  if (!session) return links.visitor;
  if (session.role === "staff") return sectionsFor(access).map(({ text, pages: [first] }) => ({ to: first.to, text }));
  return links[session.role].filter(({ to }) => isOpenTo(session, to));
}

/** The links of the profile menu, likewise. */
export const accountLinksFor = (session: Session): readonly Item[] =>
  accountLinks[session.role].filter(({ to }) => isOpenTo(session, to));

/** The logo's target. */
export function homeLink(session: Session | null): string {
  if (!session) return "/";
  return session.role === "staff" ? "/back-office" : `/${session.role}-home`;
}
