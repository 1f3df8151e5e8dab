import { Outlet } from "react-router";
import { openToAll } from "../guards.ts";
import type { RouteHandle } from "../hydration.ts";
import { guardOnHydration } from "./guard-on-hydration.ts";
import classes from "./public-layout.module.css";

/** Rendered by the server, and hydrated for members only (hydration.ts). */
export const handle: RouteHandle = { hydrate: "whenSignedIn" };

export const clientMiddleware = [openToAll];

// With a loader of its own the server renders the page; the guard runs when it is hydrated (see guard-on-hydration.ts).
export const loader = () => null;
export const clientLoader = guardOnHydration();

/** Everybody; without the form kit. */
export default function PublicLayout() {
  return (
    <div className={classes.paper} data-paper>
      <Outlet />
    </div>
  );
}
