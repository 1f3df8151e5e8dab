import { Select, type SelectProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";

type List<Row> = { entries: readonly Row[]; pagination: Parameters<typeof Pager>[0] };

/** A list of the back office: a table of rows, paged by number. `caption` is the table's name for screen readers. */
export function ListPage<Row extends { id: number }>({
  title,
  sentence,
  caption = title,
  filter,
  empty,
  list: { entries, pagination },
  columns,
  children,
}: {
  title: string;
  sentence: string;
  caption?: string;
  filter?: ReactNode;
  empty: { title: string; text: string };
  list: List<Row>;
  columns: Column<Row>[];
  children?: ReactNode;
}) {
  return (
    <Page title={title} sentence={sentence} action={filter}>
      {entries.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <DataTable caption={caption} hideCaption rows={entries} rowKey={({ id }) => id} columns={columns} />
      )}
      <Pager {...pagination} />
      {children}
    </Page>
  );
}

/** Filters a list of the back office; `addressOf` is the query of a choice. */
export function ListFilter({
  addressOf,
  ...rest
}: Pick<SelectProps, "data" | "value" | "allowDeselect"> & { addressOf: (value: string | null) => string }) {
  const navigate = useNavigate();
  return <Select aria-label="Show" {...rest} onChange={(value) => void navigate(addressOf(value))} />;
}
