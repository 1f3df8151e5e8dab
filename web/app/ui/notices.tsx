import { Suspense } from "react";
import { useNoticesNeeded } from "./notice.ts";
import { onDemand } from "./on-demand.ts";

const OpenedNotices = onDemand(() => import("./opened-notices.tsx"));

/** Where toasts appear, once there is one. */
export function Notices() {
  const needed = useNoticesNeeded();
  return (
    needed && (
      <Suspense>
        <OpenedNotices />
      </Suspense>
    )
  );
}
