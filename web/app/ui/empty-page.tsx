import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { isFirstPage } from "../list-filters.ts";
import { EmptyState } from "./empty-state.tsx";

/**
 * A page of a list that has nothing on it. The first page is empty for the reason in `children`; a later one because the list
 * has become shorter, and the list's pager leads back. `name` is that of the list's place in the address where it has its own.
 */
export function EmptyPage({ name, children }: { name?: string; children: ReactNode }) {
  const [search] = useSearchParams();
  if (name ? !search.has(name) : isFirstPage(search)) return children;
  return <EmptyState title="Nothing on this page" text="The list is shorter than that." />;
}
