import { useState } from "react";

type Page<Row> = { entries: readonly Row[]; more: boolean };

/**
 * A list whose first rows came with the page, and whose further ones are loaded by key when somebody asks for them. When the
 * page loads its rows again, those that were loaded further stay.
 */
export function useMore<Row extends { id: number }>(first: Page<Row>, load: (last: Row) => Promise<Page<Row>>) {
  const [further, setFurther] = useState<Page<Row> | null>(null);
  const rows = [...new Map([...first.entries, ...(further?.entries ?? [])].map((row) => [row.id, row])).values()];
  return {
    rows,
    more: further?.more ?? first.more,
    /** Throws a Failure. */
    loadMore: async () => {
      const last = rows.at(-1);
      if (!last) return;
      const page = await load(last);
      setFurther((before) => ({ entries: [...(before?.entries ?? []), ...page.entries], more: page.more }));
    },
  };
}
