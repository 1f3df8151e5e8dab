import { useLocation } from "react-router";
import { useSession } from "../session.ts";
import { TabLinks } from "../ui/tab-links.tsx";
import { deskPageOf, sectionOf, sectionsFor } from "./back-office-menu.ts";
import { useMe } from "./me.ts";
import classes from "./section-tabs.module.css";

/** The pages of the back office's section that is shown, when its reader may see more than one. */
export function SectionTabs() {
  const { pathname } = useLocation();
  const { access } = useMe(useSession());
  const current = deskPageOf(pathname);
  const section = sectionsFor(access).find(({ text }) => text === sectionOf(pathname)?.text);
  if (!section || section.pages.length < 2) return null;
  return (
    <div className={`wrap screen-only ${classes.tabs}`}>
      <TabLinks
        label={section.text}
        tabs={section.pages.map(({ to, text }) => ({ to, text, current: to === current?.to }))}
      />
    </div>
  );
}
