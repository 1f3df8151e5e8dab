import { Outlet } from "react-router";
import { only } from "../guards.ts";

export const clientMiddleware = [only("advisor")];

/** Advisors only; a customer is redirected to their own home (row H-08). */
export default function AdvisorsLayout() {
  return <Outlet />;
}
