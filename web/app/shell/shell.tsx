import { lazy, type ReactNode, Suspense } from "react";
import { useSession } from "../session.ts";
import { SkipLink } from "../ui/skip-link.tsx";
import { CommandKeys } from "./command-keys.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { OfflineLine } from "./offline-line.tsx";
import classes from "./shell.module.css";

/** For the few sessions in which staff look as a member. Where it cannot be fetched, an error is shown, and not the page. */
const ViewAsBanner = lazy(() => import("./view-as-banner.tsx"));
/** Not needed to draw the page; where it cannot be fetched, nothing is fetched ahead. */
const MenuPrefetch = lazy(() => import("./menu-prefetch.tsx").catch(() => ({ default: () => null })));
/** Not needed either; where it cannot be fetched, the focus stays where the browser leaves it. */
const NavigationAids = lazy(() => import("./navigation-aids.ts").catch(() => ({ default: () => null })));

/** The frame of every page: skip link, header, page and footer. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  return (
    <div className={classes.shell}>
      <SkipLink to="main">Skip to content</SkipLink>
      {session?.viewedMember && (
        <Suspense>
          <ViewAsBanner session={session} member={session.viewedMember} />
        </Suspense>
      )}
      <Header />
      {session && <OfflineLine />}
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
      <Suspense>
        <NavigationAids />
      </Suspense>
      {session && <CommandKeys session={session} />}
      {session && (
        <Suspense>
          <MenuPrefetch session={session} />
        </Suspense>
      )}
    </div>
  );
}
