import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { CloseIcon, MenuIcon } from "../ui/icons.tsx";
import classes from "./header.module.css";

const wide = "(min-width: 61.9375em)";

// Opens and closes without scripts in browsers with command buttons; elsewhere the click handlers do it.
const opens = { command: "show-modal", commandfor: "drawer" };
const closes = { command: "close", commandfor: "drawer" };

/** Contains the header's links below 990 px; on wider screens it closes by itself (row H-02). */
export function Drawer({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer
  useEffect(() => dialog.current?.close(), [key]);

  useEffect(() => {
    const query = window.matchMedia(wide);
    const onChange = () => query.matches && dialog.current?.close();
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, []);

  return (
    <>
      <button
        type="button"
        className={`${classes.icon} ${classes.burger}`}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => !dialog.current?.open && dialog.current?.showModal()}
        {...opens}
      >
        <MenuIcon />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the browser's own */}
      <dialog
        ref={dialog}
        id="drawer"
        className={classes.drawer}
        aria-label="Menu"
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div className={classes.drawerInside}>
          <button
            type="button"
            className={classes.icon}
            aria-label="Close menu"
            onClick={() => dialog.current?.close()}
            {...closes}
          >
            <CloseIcon />
          </button>
          {children}
        </div>
      </dialog>
    </>
  );
}
