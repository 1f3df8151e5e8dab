import { formatMonth } from "@plumbline/contract/dates.ts";
import type { Spending } from "@plumbline/contract/spending/contract.ts";
import { Link } from "react-router";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { Money } from "../../ui/money.tsx";
import { MonthChart } from "../../ui/month-chart.tsx";
import classes from "./spending.module.css";

type Months = Spending["months"];

/** What was spent in each month, as a picture and as a table. */
export function SpendingByMonth({ months }: { months: Months }) {
  const [first, last] = [months[0]?.month ?? "", months.at(-1)?.month ?? ""];
  return (
    <MonthChart
      label={`Your spending by month, from ${formatMonth(first)} to ${formatMonth(last)}. The numbers are in the table below.`}
      months={months.map(({ month, advisors, membership }) => ({ month, solid: advisors, dashed: membership }))}
      legend={[{ text: "advisors" }, { text: "membership", dashed: true }]}
    >
      <DataTable
        caption="Spending by month"
        hideCaption
        rows={[...months].reverse()}
        rowKey={({ month }) => month}
        columns={[
          { title: "Month", cell: ({ month }) => formatMonth(month) },
          money<Months[number]>("Paid to advisors", ({ paid }) => paid),
          money<Months[number]>("Given back", ({ given_back }) => given_back),
          money<Months[number]>("Membership", ({ membership }) => membership),
          money<Months[number]>("Spent", ({ total }) => total),
        ]}
      />
    </MonthChart>
  );
}

type Share = { invoices: number; given_back: number; advisors: number };

const money = <Row,>(title: string, of: (row: Row) => number): Column<Row> => ({
  title,
  align: "end",
  cell: (row) => <Money pounds={of(row)} />,
});
const shares = <Row extends Share>(): Column<Row>[] => [
  { title: "Invoices", align: "end", cell: ({ invoices }) => invoices },
  money("Given back", ({ given_back }) => given_back),
  money("Spent", ({ advisors }) => advisors),
];

type AdvisorShare = Spending["by_advisor"][number];
type EngagementShare = Spending["by_engagement"][number];

type List<Row> = { entries: readonly Row[]; more: boolean; count: number };

export function SpendingByAdvisor(list: List<AdvisorShare>) {
  return (
    <Shares
      list={list}
      of="advisors"
      caption="By advisor"
      columns={[
        { title: "Advisor", cell: ({ id, name }) => <Link to={`/profile-details/${id}`}>{name}</Link> },
        ...shares<AdvisorShare>(),
      ]}
    />
  );
}

export function SpendingByEngagement(list: List<EngagementShare>) {
  return (
    <Shares
      list={list}
      of="engagements"
      caption="By engagement"
      columns={[
        { title: "Engagement", cell: ({ id, name }) => <Link to={`/project/${id}`}>{name}</Link> },
        { title: "Advisor", phone: "bare", cell: ({ advisor }) => advisor },
        ...shares<EngagementShare>(),
      ]}
    />
  );
}

/** A page of a list, and what it is a page of where there are several. */
function Shares<Row extends { id: number }>({
  list: { entries, more, count },
  of,
  caption,
  columns,
}: {
  list: List<Row>;
  /** What its rows are, which is its id and the name of its place in the address as well. */
  of: "advisors" | "engagements";
  caption: string;
  columns: readonly Column<Row>[];
}) {
  return (
    <section id={of} className={classes.section}>
      <DataTable caption={caption} rows={entries} rowKey={({ id }) => id} columns={columns} />
      {entries.length === 0 && <EmptyPage name={of}>{null}</EmptyPage>}
      {count > entries.length && (
        <p className={`small ${classes.order}`}>
          {count} {of}, those with the most spending first.
        </p>
      )}
      <KeyedPages part name={of} last={entries.at(-1)?.id} more={more} />
    </section>
  );
}
