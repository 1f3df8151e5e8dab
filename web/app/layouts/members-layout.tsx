import { Outlet } from "react-router";
import { membersOnly } from "../guards.ts";
import { PageSkeleton } from "../ui/skeletons.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { useLeaveWhenSignedOut } from "./leave-when-signed-out.ts";

export const clientMiddleware = [membersOnly];

// Without a loader the guard would not run while the page is hydrated: the server knows no session.
export const clientLoader = () => null;

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Members only. Signing out, here or in another tab, leaves the page at once. */
export default function MembersLayout() {
  useLeaveWhenSignedOut();
  return (
    <>
      <Outlet />
      <LeaveGuard />
    </>
  );
}
