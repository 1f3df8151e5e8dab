import { Outlet } from "react-router";
import { visitorsOnly } from "../guards.ts";
import { guardOnHydration } from "./guard-on-hydration.ts";
import classes from "./public-layout.module.css";

export const clientMiddleware = [visitorsOnly];

// With a loader of its own the server renders the page; the guard runs when it is hydrated (see guard-on-hydration.ts).
export const loader = () => null;
export const clientLoader = guardOnHydration();

/** Visitors only: creating and resetting a password. */
export default function VisitorsLayout() {
  return (
    <div className={classes.paper} data-paper>
      <Outlet />
    </div>
  );
}
