import { Suspense, useState } from "react";
import { useSession } from "../../session.ts";
import { TextButton } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import type { Reported } from "./reported.ts";

const ReportDialog = onDemand(async () => ({ default: (await import("./report-dialog.tsx")).ReportDialog }));

type Props = { thing: Reported; what: string; label?: string; className?: string };

/** Reports something to us, where a member reads it; `what` names it, for screen readers only where there is no `label`. */
export function ReportButton({ thing, what, label, className }: Props) {
  const [opened, setOpened] = useState(false);
  const role = useSession()?.role;
  if (role !== "customer" && role !== "advisor") return null;
  return (
    <>
      <TextButton className={className} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {label ?? (
          <>
            Report<span className="visually-hidden"> {what}</span>
          </>
        )}
      </TextButton>
      {opened && (
        <Suspense fallback={null}>
          <ReportDialog thing={thing} what={what} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
