import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusHeading } from "../ui/focus-heading.ts";

/**
 * After the page has changed, and after what had the focus is gone, such as the button of something that is done now, the
 * page's heading has it: assistive technology reads it, and Tab goes on from there. Left alone where the new page has taken
 * the focus, and on the entry that is shown now of a list that stays, as a conversation's. To be used after the page.
 */
export function usePageFocus() {
  const { pathname } = useLocation();
  const left = useRef<{ pathname: string; focused: Element | null } | null>(null);
  // Noted before the new page can take the focus.
  useLayoutEffect(
    () => () => {
      left.current = { pathname, focused: document.activeElement };
    },
    [pathname],
  );
  useEffect(() => {
    if (!left.current || left.current.pathname === pathname) return;
    const focused = document.querySelector("main :focus");
    const isTaken = focused && focused !== left.current.focused;
    if (!isTaken && !focused?.matches('[aria-current="true"]')) focusHeading();
  }, [pathname]);
  useEffect(watchLostFocus, []);
}

/** Returns how to stop watching. */
function watchLostFocus(): () => void {
  let focused = document.activeElement;
  const note = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
  };
  // A press beside all controls takes the focus away knowingly.
  const forget = () => {
    focused = null;
  };
  const look = () => {
    if (document.activeElement !== document.body || !focused || focused === document.body) return;
    const isGone = !focused.checkVisibility() || focused.matches(":disabled");
    if (!isGone) return;
    // A dialog keeps the focus, and gives it back when it closes.
    const dialog = document.querySelector<HTMLElement>('[role="dialog"]');
    if (dialog) return dialog.focus();
    // Tried again with the next change where the page has no heading yet.
    const heading = focusHeading();
    // For somebody at the keyboard, who would go on from a place out of sight.
    if (heading?.matches(":focus-visible")) heading.scrollIntoView({ block: "nearest" });
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", note);
  document.addEventListener("pointerdown", forget);
  return () => {
    changes.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", forget);
  };
}
