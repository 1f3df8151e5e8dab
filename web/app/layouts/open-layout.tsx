import { Outlet } from "react-router";
import { openToAll } from "../guards.ts";
import { onArrival } from "./guarded-on-arrival.ts";
import look from "./public-layout.module.css";

export const clientMiddleware = [openToAll];

// With a loader of its own the server draws the page; the guard runs when it comes alive (see guarded-on-arrival.ts).
export const loader = () => null;
export const clientLoader = onArrival();

/** Anyone, with the form kit. */
export default function OpenLayout() {
  return (
    <div className={look.paper} data-paper>
      <Outlet />
    </div>
  );
}
