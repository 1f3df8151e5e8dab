import type { ModalProps } from "@mantine/core";
import { Suspense, useLayoutEffect, useRef, useState } from "react";
import { AwaitedCalls } from "./awaited-calls.ts";
import { onDemand } from "./on-demand.ts";
import { useFocusReturn } from "./use-focus-return.ts";

const OpenedDialog = onDemand(() => import("./opened-dialog.tsx"));

/**
 * The form kit's modal dialog, whose script no page loads before somebody uses it. Nobody closes it while a call of its
 * buttons is not answered.
 */
export function Dialog({ opened, onClose, ...props }: ModalProps) {
  // It stays once it was opened, so that it closes with its transition.
  const [needed, setNeeded] = useState(opened);
  if (opened && !needed) setNeeded(true);
  useFocusReturn(opened);
  const awaited = useRef(0);
  // The form kit's listener for Escape is renewed after the drawing: it must not call what was passed before.
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  return (
    needed && (
      <AwaitedCalls value={awaited}>
        <Suspense>
          <OpenedDialog
            {...props}
            opened={opened}
            onClose={() => {
              if (awaited.current === 0) close.current();
            }}
            returnFocus={false}
          />
        </Suspense>
      </AwaitedCalls>
    )
  );
}
