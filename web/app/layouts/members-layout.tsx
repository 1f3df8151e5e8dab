import { Outlet } from "react-router";
import { membersOnly } from "../guards.ts";
import { PageSkeleton } from "../ui/skeletons.tsx";
import { useLeaveWhenSignedOut } from "./leave-when-signed-out.ts";

export const clientMiddleware = [membersOnly];

// Gives the guard something to run before while the page comes alive: the server knows no session.
export const clientLoader = () => null;

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Members only. Signing out, here or in another tab, leaves at once. */
export default function MembersLayout() {
  useLeaveWhenSignedOut();
  return <Outlet />;
}
