import { lazy, Suspense, useState } from "react";
import { useSession } from "../../session.ts";
import { TextButton } from "../../ui/button.tsx";
import type { Reported } from "./reported.ts";

const ReportDialog = lazy(() => import("./report-dialog.tsx").then(({ ReportDialog }) => ({ default: ReportDialog })));

/** Reports something to us, where a member reads it; `what` names it for screen readers. */
export function ReportButton({ thing, what, className }: { thing: Reported; what: string; className?: string }) {
  const [opened, setOpened] = useState(false);
  const role = useSession()?.role;
  if (role !== "customer" && role !== "advisor") return null;
  return (
    <>
      <TextButton className={className} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        Report<span className="visually-hidden"> {what}</span>
      </TextButton>
      {opened && (
        <Suspense fallback={null}>
          <ReportDialog thing={thing} what={what} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
