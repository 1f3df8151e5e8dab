import { useState } from "react";

type Page<Row> = { entries: readonly Row[]; more: boolean };

/**
 * A list whose first rows came with the page, and whose further ones are loaded by key when somebody asks for them. When the
 * page loads its rows again, with new ones before them, all that were shown stay.
 */
export function useMore<Row extends { id: number }>(first: Page<Row>, load: (last: Row) => Promise<Page<Row>>) {
  const [further, setFurther] = useState<Page<Row> | null>(null);
  // The first page's rows once more at the end: their places stay, and what they say now counts.
  const known = [...first.entries, ...(further?.entries ?? []), ...first.entries];
  const rows = [...new Map(known.map((row) => [row.id, row])).values()];
  return {
    rows,
    more: further?.more ?? first.more,
    /** Throws a Failure. */
    loadMore: async () => {
      const last = rows.at(-1);
      if (!last) return;
      const page = await load(last);
      // With those of the first page, which new ones may push off it.
      setFurther({ entries: [...rows, ...page.entries], more: page.more });
    },
  };
}
