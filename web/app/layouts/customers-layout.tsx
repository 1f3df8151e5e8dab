import { Outlet } from "react-router";
import { only } from "../guards.ts";

export const clientMiddleware = [only("customer")];

/** Customers only; an advisor is redirected to their own home (row H-08). */
export default function CustomersLayout() {
  return <Outlet />;
}
