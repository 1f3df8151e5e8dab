import { useLayoutEffect } from "react";

/**
 * Gives the focus back to what had it when a dialog was opened. The form kit does so only for a dialog that was mounted
 * before it opens and stays mounted when it closes, which most of ours are not. Where that cannot have it any more, the
 * page's heading gets it (shell/page-focus.ts), and it keeps it where the page has changed below the dialog.
 */
export function useFocusReturn(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    const { pathname } = window.location;
    return () =>
      // After the commit: of dialogs that close together, the outer one knows what is still there.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && window.location.pathname === pathname)
          before.focus({ preventScroll: true });
      });
  }, [opened]);
}
