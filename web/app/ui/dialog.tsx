import type { ModalProps } from "@mantine/core";
import { Suspense, useLayoutEffect, useState } from "react";
import { onDemand } from "./on-demand.ts";

const OpenedDialog = onDemand(() => import("./opened-dialog.tsx"));

/** The form kit's modal dialog, whose script no page loads before somebody uses it. */
export function Dialog({ opened, ...props }: ModalProps) {
  // It stays once it was opened, so that it closes with its transition.
  const [needed, setNeeded] = useState(opened);
  if (opened && !needed) setNeeded(true);
  useFocusReturn(opened);
  return (
    needed && (
      <Suspense>
        <OpenedDialog {...props} opened={opened} returnFocus={false} />
      </Suspense>
    )
  );
}

/**
 * Gives the focus back to what had it when a dialog was opened. The form kit does so only for a dialog that was mounted
 * before it opens and stays mounted when it closes, which most of ours are not. Where that cannot have it any more, the
 * page's heading gets it (shell/page-focus.tsx).
 */
function useFocusReturn(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () =>
      // After the commit: of dialogs that close together, the outer one knows what is still there.
      queueMicrotask(() => before instanceof HTMLElement && before.focus({ preventScroll: true }));
  }, [opened]);
}
