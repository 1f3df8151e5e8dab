import { Outlet, redirect, useLocation } from "react-router";
import { only } from "../guards.ts";
import { rememberReturn } from "../return-to.ts";
import { loadStaff } from "../shell/me.ts";
import { SectionTabs } from "../shell/section-tabs.tsx";
import { PageSkeleton } from "../ui/skeletons.tsx";
import type { Route } from "./+types/staff-layout.ts";
import { keepShown, useShowsFormer } from "./keep-shown.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useLeaveWhenSignedOut } from "./leave-when-signed-out.ts";
import { NotLoadedBanner } from "./not-loaded-banner.tsx";

export const clientMiddleware = [only("staff"), keepShown];

/**
 * The header and the tabs show what this role may read, so that is known before anything is drawn. Where two-step sign-in
 * has to be set up first, the pages' own loaders are refused meanwhile, and the redirect counts before their errors.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { mustSetUpTwoStep } = await loadStaff();
  if (!mustSetUpTwoStep) return;
  const { pathname, search } = new URL(request.url);
  rememberReturn(pathname + search);
  throw redirect("/back-office/two-step");
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/**
 * Staff only: the back office. A page is mounted anew for each address, or what was typed about one invoice would stand on
 * the next, which the router shows in the same components.
 */
export default function StaffLayout() {
  useLeaveWhenSignedOut();
  const { pathname } = useLocation();
  const showsFormer = useShowsFormer();
  return (
    <>
      <SectionTabs />
      {showsFormer && <NotLoadedBanner />}
      <Outlet key={pathname} />
      <LeaveGuard />
    </>
  );
}
