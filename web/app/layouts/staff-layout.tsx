import { Outlet } from "react-router";
import { only } from "../guards.ts";
import { PageSkeleton } from "../ui/skeletons.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { useLeaveWhenSignedOut } from "./leave-when-signed-out.ts";

export const clientMiddleware = [only("staff")];

// Without a loader the guard would not run while the page is hydrated.
export const clientLoader = () => null;

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Staff only: the back office. */
export default function StaffLayout() {
  useLeaveWhenSignedOut();
  return (
    <>
      <Outlet />
      <LeaveGuard />
    </>
  );
}
