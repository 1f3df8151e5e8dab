import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { only } from "../guards.ts";
import { useSession } from "../session.ts";
import { loadStaff, useMe } from "../shell/me.ts";
import { SectionTabs } from "../shell/section-tabs.tsx";
import { PageSkeleton } from "../ui/skeletons.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { useLeaveWhenSignedOut } from "./leave-when-signed-out.ts";

// Once for each member of staff.
const SetUpTwoStep = lazy(async () => ({
  default: (await import("../features/accounts/set-up-two-step.tsx")).SetUpTwoStep,
}));

export const clientMiddleware = [only("staff")];

/** The header and the tabs show what this role may read, so that is known before anything is drawn. */
export const clientLoader = () => loadStaff();

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Staff only: the back office. */
export default function StaffLayout() {
  useLeaveWhenSignedOut();
  const { mustSetUpTwoStep } = useMe(useSession());
  if (mustSetUpTwoStep)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SetUpTwoStep />
      </Suspense>
    );
  return (
    <>
      <SectionTabs />
      <Outlet />
      <LeaveGuard />
    </>
  );
}
