import { isOpenTo } from "../guards.ts";
import type { Session } from "../session.ts";
import type { Who } from "../stored-session.ts";
import { sectionsFor } from "./back-office-menu.ts";
import { shortcutsFor } from "./commands.ts";
import { currentMe } from "./me.ts";
import { accountLinksFor, type Item, linksFor } from "./menu.ts";

// Loaded with the palette, so that no page's first script carries it.

const actions: Record<Who, readonly Item[]> = {
  customer: [
    { to: "/search-advisor", text: "Change what I am looking for" },
    { to: "/advisor-list", text: "See my matches" },
    { to: "/spending", text: "See what I have spent" },
  ],
  advisor: [
    { to: "/create-project", text: "Create an engagement" },
    { to: "/create-invoice", text: "Create an invoice" },
    { to: "/edit-profile/advisor", text: "Edit my profile" },
    { to: "/earnings/statements", text: "Download a statement" },
  ],
  staff: [],
};

/** What the palette offers before anything is typed: actions first, then pages, each address once. */
export function commandsFor(session: Session): readonly Item[] {
  const all = [
    ...actions[session.role].filter(({ to }) => isOpenTo(session, to)),
    ...shortcutsFor(session),
    ...linksFor(session, currentMe().access),
    ...(session.role === "staff" ? sectionsFor(currentMe().access).flatMap(({ pages }) => pages) : []),
    ...accountLinksFor(session),
  ];
  return all.filter(({ to }, place) => all.findIndex((other) => other.to === to) === place);
}
