import { Outlet } from "react-router";
import { visitorsOnly } from "../guards.ts";
import { onArrival } from "./guarded-on-arrival.ts";
import look from "./public-layout.module.css";

export const clientMiddleware = [visitorsOnly];

// With a loader of its own the server draws the page; the guard runs when it comes alive (see guarded-on-arrival.ts).
export const loader = () => null;
export const clientLoader = onArrival();

/** Visitors only: creating and resetting a password. */
export default function VisitorsLayout() {
  return (
    <div className={look.paper} data-paper>
      <Outlet />
    </div>
  );
}
