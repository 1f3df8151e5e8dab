import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Row } from "./queue-cells.tsx";
import type { Asking, NotDone } from "./queue-dialogs.tsx";
import type { Decision } from "./ready-reasons.tsx";

/** Which applications of the queue are chosen, what staff are asked about them, and what could not be decided. */
export function useDeciding(rows: readonly Row[], mayDecide: boolean) {
  const { revalidate } = useRevalidator();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const [failed, setFailed] = useState<readonly NotDone[]>([]);
  const chosen = rows.filter(({ id }) => marked.has(id));

  return {
    marked,
    chosen,
    asking,
    failed,
    toggle: (id: number) => {
      const next = new Set(marked);
      if (!next.delete(id)) next.add(id);
      setMarked(next);
    },
    /** Asks for the reason of a decision about what is chosen, or else about one row. */
    decide: (what: Decision, row?: Row) => {
      const about = chosen.length > 0 ? chosen : row ? [row] : [];
      if (mayDecide && about.length > 0) setAsking({ what, rows: about });
    },
    /** Asks for a question to an applicant who waits, or why a decision is undone. */
    askAbout: (what: "question" | "undo", row?: Row) => {
      if (mayDecide && row && (what === "undo") === (row.decision !== null)) setAsking({ what, rows: [row] });
    },
    close: () => setAsking(null),
    done: async (notDone: readonly NotDone[] = []) => {
      setFailed(notDone);
      setMarked(new Set());
      await revalidate();
    },
  };
}
