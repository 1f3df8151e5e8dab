import { lazy, Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { membersOnly } from "../guards.ts";
import { useSession } from "../session.ts";
import { useMe } from "../shell/me.ts";
import { PageSkeleton } from "../ui/skeletons.tsx";
import { keepShown, useShowsFormer } from "./keep-shown.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useLeaveWhenSignedOut } from "./leave-when-signed-out.ts";
import { NotLoadedBanner } from "./not-loaded-banner.tsx";

// Rarely is there one.
const AnnouncementBanner = lazy(() => import("../features/announcements/announcement-banner.tsx"));
// Few members have one.
const StandingBanner = lazy(() => import("../features/sanctions/standing-banner.tsx"));

export const clientMiddleware = [membersOnly, keepShown];

// Without a loader the guard would not run while the page is hydrated: the server knows no session.
export const clientLoader = () => null;

export function HydrateFallback() {
  return <PageSkeleton />;
}

/**
 * Members only. Signing out, here or in another tab, leaves the page at once. A page is mounted anew for each address, as the
 * back office's are, but for the messages, whose list stays beside each conversation.
 */
export default function MembersLayout() {
  useLeaveWhenSignedOut();
  const { pathname } = useLocation();
  const { standing, banner } = useMe(useSession());
  const showsFormer = useShowsFormer();
  return (
    <>
      {showsFormer && <NotLoadedBanner />}
      {standing !== "open" && (
        <Suspense>
          <StandingBanner standing={standing} />
        </Suspense>
      )}
      {banner && (
        <Suspense>
          <AnnouncementBanner key={banner.id} announced={banner} />
        </Suspense>
      )}
      <Outlet key={pathname.startsWith("/messages/") ? "messages" : pathname} />
      <LeaveGuard />
    </>
  );
}
