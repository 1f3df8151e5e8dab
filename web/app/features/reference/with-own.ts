import type { Loaded } from "../../ui/use-loaded.ts";

type Entry = { id: number; name: string };
type Lists = Readonly<Record<string, readonly Entry[]>>;

/**
 * The lists that are offered, with what the member has already: an entry that staff have retired stays theirs, so their form
 * shows it.
 */
export function withOwn<T extends Lists>(
  lists: Loaded<T>,
  own: { [List in keyof T]?: readonly (Entry | null | undefined)[] },
): Loaded<T> {
  if (!lists.data) return lists;
  const also = Object.entries(own).map(([list, entries = []]) => {
    const offered = lists.data?.[list] ?? [];
    const missing = entries.filter((entry) => entry && !offered.some(({ id }) => id === entry.id));
    return [list, [...offered, ...missing]];
  });
  // The same lists, some of them longer.
  return { ...lists, data: { ...lists.data, ...Object.fromEntries(also) } as T };
}
