import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { Link, useLocation } from "react-router";
import { isFiltered } from "../list-filters.ts";
import { type Column, DataTable } from "./data-table.tsx";
import { EmptyPage } from "./empty-page.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ExportList } from "./export-list.tsx";
import { capitalised } from "./filter-bar.tsx";
import { KeyedPages } from "./keyed-pages.tsx";

/**
 * A list of the back office that is read by key: its table, or a sentence that says why there is none; the way to the next
 * page; and the list as a file.
 */
export function KeyedList<Row extends { id: number }>({
  of,
  list: { entries, more },
  filters,
  one,
  many,
  none,
  columns,
}: {
  /** The endpoint that is listed. */
  of: Declaration;
  list: { entries: readonly Row[]; more: boolean };
  filters: object;
  /** What a row is: "payout". */
  one: string;
  many: string;
  /** Shown where there is not a single row yet. */
  none: { title: string; text: string };
  columns: readonly Column<Row>[];
}) {
  const { pathname } = useLocation();
  return (
    <>
      {entries.length > 0 ? (
        <DataTable caption={capitalised(many)} hideCaption rows={entries} rowKey={({ id }) => id} columns={columns} />
      ) : (
        <EmptyPage>
          {isFiltered(filters) ? (
            <EmptyState
              title="Nothing found"
              text={`No ${one} is like that. Words are found by their beginnings: try fewer letters, or fewer filters.`}
              action={<Link to={pathname}>Show all {many}</Link>}
            />
          ) : (
            <EmptyState {...none} />
          )}
        </EmptyPage>
      )}
      <KeyedPages name="after" last={entries.at(-1)?.id} more={more} />
      {entries.length > 0 && <ExportList of={of} />}
    </>
  );
}
