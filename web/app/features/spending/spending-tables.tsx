import { formatMonth } from "@plumbline/contract/dates.ts";
import { type Spending, spendingByAdvisor, spendingByEngagement } from "@plumbline/contract/spending/contract.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Money } from "../../ui/money.tsx";
import { MonthChart } from "../../ui/month-chart.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { useMore } from "../../ui/use-more.ts";
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

export function SpendingByAdvisor({ rows, count, until }: { rows: AdvisorShare[]; count: number; until: string }) {
  const list = useMore({ entries: rows, more: count > rows.length }, ({ id }: AdvisorShare) =>
    call(spendingByAdvisor, { query: { until, after: id } }),
  );
  return (
    <>
      <DataTable
        caption="By advisor"
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          { title: "Advisor", cell: ({ id, name }) => <Link to={`/profile-details/${id}`}>{name}</Link> },
          ...shares<AdvisorShare>(),
        ]}
      />
      <Rest list={list} count={count} of="advisors" />
    </>
  );
}

export function SpendingByEngagement({
  rows,
  count,
  until,
}: {
  rows: EngagementShare[];
  count: number;
  until: string;
}) {
  const list = useMore({ entries: rows, more: count > rows.length }, ({ id }: EngagementShare) =>
    call(spendingByEngagement, { query: { until, after: id } }),
  );
  return (
    <>
      <DataTable
        caption="By engagement"
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          { title: "Engagement", cell: ({ id, name }) => <Link to={`/project/${id}`}>{name}</Link> },
          { title: "Advisor", phone: "bare", cell: ({ advisor }) => advisor },
          ...shares<EngagementShare>(),
        ]}
      />
      <Rest list={list} count={count} of="engagements" />
    </>
  );
}

/** How many of them are shown, and the next ones. */
function Rest({
  list: { rows, more, loadMore },
  count,
  of,
}: {
  list: { rows: readonly unknown[]; more: boolean; loadMore: () => Promise<void> };
  count: number;
  of: string;
}) {
  const [failure, setFailure] = useState<Failure | null>(null);
  if (!more) return null;
  return (
    <div className={classes.rest}>
      <p className="small">
        The {rows.length} with the most spending, of {count}.
      </p>
      <ActionButton
        variant="line"
        onFailure={setFailure}
        onPress={() => {
          setFailure(null);
          return loadMore();
        }}
      >
        Show more {of}
      </ActionButton>
      <FailureNotice failure={failure} />
    </div>
  );
}
