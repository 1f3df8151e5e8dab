import type { Declaration } from "@plumbline/contract/endpoint.ts";
import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type Column, DataTable } from "./data-table.tsx";
import { EmptyPage } from "./empty-page.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ExportList } from "./export-list.tsx";
import classes from "./filter-bar.module.css";
import { Page } from "./page.tsx";
import { Pager } from "./pager.tsx";

type List<Row> = { entries: readonly Row[]; pagination: Parameters<typeof Pager>[0] };

/** A list as a page: a table of rows, paged by number. `caption` is the table's name for screen readers. */
export function ListPage<Row extends { id: number | string }>({
  title,
  sentence,
  note,
  caption = title,
  filter,
  before,
  empty,
  list: { entries, pagination },
  columns,
  exported,
  children,
}: {
  title: string;
  sentence: string;
  note?: ReactNode;
  caption?: string;
  filter?: ReactNode;
  /** Between the title and the table: a row of filters. */
  before?: ReactNode;
  empty: { title: string; text: string };
  list: List<Row>;
  columns: Column<Row>[];
  /** The list's endpoint, for those that can be taken away as a file. */
  exported?: Declaration;
  children?: ReactNode;
}) {
  return (
    <Page title={title} sentence={sentence} note={note} action={filter}>
      {before}
      {entries.length === 0 ? (
        <EmptyPage>
          <EmptyState {...empty} />
        </EmptyPage>
      ) : (
        <DataTable caption={caption} hideCaption rows={entries} rowKey={({ id }) => id} columns={columns} />
      )}
      <Pager {...pagination} />
      {exported && entries.length > 0 && <ExportList of={exported} />}
      {children}
    </Page>
  );
}

/** Filters a list of the back office by one choice; `addressOf` is its query. The browser's own select needs no script. */
export function ListFilter({
  data,
  value,
  addressOf,
}: {
  data: readonly { value: string; label: string }[];
  value: string;
  addressOf: (value: string) => string;
}) {
  const navigate = useNavigate();
  return (
    <div className={classes.field}>
      <select aria-label="Show" value={value} onChange={(event) => void navigate(addressOf(event.target.value))}>
        {data.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Shows what waits, or what was decided, by the list's `state`. */
export function WaitingFilter() {
  const [search] = useSearchParams();
  return (
    <ListFilter
      value={search.get("state") ?? "waiting"}
      addressOf={(state) => `?state=${state}`}
      data={[
        { value: "waiting", label: "Waiting" },
        { value: "decided", label: "Decided" },
      ]}
    />
  );
}
