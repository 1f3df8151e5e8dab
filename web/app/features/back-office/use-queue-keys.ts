import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useRowKeys } from "../../ui/use-row-keys.ts";
import type { Row } from "./queue-cells.tsx";
import type { useDeciding } from "./use-deciding.ts";

/** What staff do with the queue by keyboard. Returns the id of the row that the keys have reached, which is kept in view. */
export function useQueueKeys(
  rows: readonly Row[],
  { decide, askAbout, toggle }: Pick<ReturnType<typeof useDeciding>, "decide" | "askAbout" | "toggle">,
): number | undefined {
  const navigate = useNavigate();
  const [place] = useRowKeys(rows.length, {
    Enter: (at) => void navigate(`/back-office/applications/${rows[at]?.id}`),
    a: (at) => decide("approved", rows[at]),
    r: (at) => decide("rejected", rows[at]),
    m: (at) => askAbout("question", rows[at]),
    u: (at) => askAbout("undo", rows[at]),
    x: (at) => rows[at] && toggle(rows[at].id),
  });
  const current = rows[place]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is marked
  useEffect(() => {
    document.querySelector("tr[data-selected]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return current;
}
