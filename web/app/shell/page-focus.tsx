import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusHeading } from "../ui/focus-heading.ts";

/**
 * After the page has changed, its heading has the focus: assistive technology reads it, and Tab goes on from there. Left
 * alone where the new page has the focus already, as a list beside the conversation that was opened from it. Put it after
 * the page.
 */
export function PageFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);
  return null;
}
