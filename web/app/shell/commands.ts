import { create } from "zustand";
import { isOpenTo } from "../guards.ts";
import type { Session } from "../session.ts";
import type { Who } from "../stored-session.ts";
import { type DeskPage, deskPageOf, isFor, type StaffAccess } from "./back-office-menu.ts";
import { currentMe } from "./me.ts";
import type { Item } from "./menu.ts";

/** The command palette, the list of shortcuts, and the question before a logout that would throw something away. */
export type CommandDialog = "palette" | "shortcuts" | "logout";

/** The one that the keyboard or the header has opened. */
export const useOpened = create<CommandDialog | null>(() => null);
/** What is typed in the palette, also before its field is there. */
export const useTyped = create<string>(() => "");
export function open(what: CommandDialog | null) {
  useTyped.setState("", true);
  useOpened.setState(what, true);
}

/** A page that two keys lead to, pressed one after the other: g and this letter. */
type Shortcut = Item & { key: string };

const shortcuts: Record<Who, readonly Shortcut[]> = {
  customer: [
    { key: "h", to: "/customer-home", text: "Home" },
    { key: "f", to: "/search-advisor", text: "Find an advisor" },
    { key: "e", to: "/engagements", text: "Engagements" },
    { key: "m", to: "/messages/customer", text: "Messages" },
    { key: "i", to: "/invoices", text: "Invoices" },
    { key: "b", to: "/billing", text: "Billing" },
    { key: "n", to: "/notifications", text: "Notifications" },
  ],
  advisor: [
    { key: "h", to: "/advisor-home", text: "Home" },
    { key: "e", to: "/engagements", text: "Engagements" },
    { key: "m", to: "/messages/advisor", text: "Messages" },
    { key: "i", to: "/invoices", text: "Invoices" },
    { key: "p", to: "/earnings", text: "Earnings" },
    { key: "r", to: "/reviews", text: "Reviews" },
    { key: "n", to: "/notifications", text: "Notifications" },
  ],
  staff: [
    { key: "h", to: "/back-office", text: "Desk" },
    { key: "a", to: "/back-office/applications", text: "Applications" },
    { key: "p", to: "/back-office/members", text: "Members" },
    { key: "c", to: "/back-office/correspondence", text: "Correspondence" },
    { key: "i", to: "/back-office/invoices", text: "Invoices" },
    { key: "e", to: "/back-office/mails", text: "E-mails" },
    { key: "m", to: "/back-office/memberships", text: "Memberships" },
  ],
};

/** The shortcuts that lead this member anywhere. */
export const shortcutsFor = (session: Session): readonly Shortcut[] =>
  shortcuts[session.role].filter(({ to }) => isOpenTo(session, to) && mayRead(deskPageOf(to), currentMe().access));

/** Everybody may read what is no page of the back office. */
const mayRead = (page: DeskPage | null, access: StaffAccess | null) =>
  !page || (access !== null && isFor(page, access));
