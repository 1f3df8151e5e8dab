import { undoDecision } from "@plumbline/contract/back-office/queue.ts";
import { Suspense } from "react";
import { call } from "../../call.ts";
import { onDemand } from "../../ui/on-demand.ts";
import type { Row } from "./queue-cells.tsx";
import type { Decision } from "./ready-reasons.tsx";

const DecisionDialog = onDemand(async () => ({ default: (await import("./decision-dialog.tsx")).DecisionDialog }));
const QuestionDialog = onDemand(async () => ({ default: (await import("./question-dialog.tsx")).QuestionDialog }));
const ReasonDialog = onDemand(async () => ({ default: (await import("./reason-dialog.tsx")).ReasonDialog }));

/** What staff are about to do with applications of the queue. */
export type Asking = { what: Decision; rows: readonly Row[] } | { what: "question" | "undo"; rows: readonly [Row] };

/** Somebody about whom nothing could be decided, and why. */
export type NotDone = { name: string; why: string };

/** Asks for what a decision, a question or an undoing needs, and does it. */
export function QueueDialogs({
  asking,
  onClose,
  onDone,
}: {
  asking: Asking | null;
  onClose: () => void;
  onDone: (notDone?: readonly NotDone[]) => Promise<void>;
}) {
  const applicant = asking?.rows[0];
  return (
    <>
      {asking && (asking.what === "approved" || asking.what === "rejected") && (
        <Suspense>
          <DecisionDialog applicants={asking.rows} decision={asking.what} onClose={onClose} onDone={onDone} />
        </Suspense>
      )}
      {asking?.what === "question" && applicant && (
        <Suspense>
          <QuestionDialog applicant={applicant} onClose={onClose} onDone={() => onDone()} />
        </Suspense>
      )}
      {asking?.what === "undo" && applicant && (
        <Suspense>
          <ReasonDialog
            title={`Undo the decision about ${applicant.name}?`}
            confirm="Undo"
            variant="danger"
            onClose={onClose}
            onConfirm={async (reason) => {
              await call(undoDecision, { params: { id: applicant.id }, body: { reason } });
              await onDone();
            }}
          >
            <p>The applicant is told why, and the application waits again.</p>
          </ReasonDialog>
        </Suspense>
      )}
    </>
  );
}
