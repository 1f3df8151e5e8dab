import type { ModalProps } from "@mantine/core";
import { Suspense, useState } from "react";
import { onDemand } from "./on-demand.ts";

const OpenedDialog = onDemand(() => import("./opened-dialog.tsx"));

/** The form kit's modal dialog, whose script no page loads before somebody uses it. */
export function Dialog(props: ModalProps) {
  // It stays once it was opened, so that it closes with its transition and gives the focus back.
  const [needed, setNeeded] = useState(props.opened);
  if (props.opened && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <OpenedDialog {...props} />
      </Suspense>
    )
  );
}
