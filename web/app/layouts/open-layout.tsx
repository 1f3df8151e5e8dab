import { Outlet } from "react-router";
import { openToAll } from "../guards.ts";
import { guardOnHydration } from "./guard-on-hydration.ts";
import classes from "./public-layout.module.css";

export const clientMiddleware = [openToAll];

// With a loader of its own the server renders the page; the guard runs when it is hydrated (see guard-on-hydration.ts).
export const loader = () => null;
export const clientLoader = guardOnHydration();

/** Everybody, with the form kit. */
export default function OpenLayout() {
  return (
    <div className={classes.paper} data-paper data-loads>
      <Outlet />
    </div>
  );
}
