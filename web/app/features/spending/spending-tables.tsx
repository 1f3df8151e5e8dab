import { formatMonth } from "@plumbline/contract/dates.ts";
import type { Spending } from "@plumbline/contract/spending/contract.ts";
import { Link } from "react-router";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { MonthChart } from "../../ui/month-chart.tsx";

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

export function SpendingByAdvisor({ rows, count }: { rows: Spending["by_advisor"]; count: number }) {
  return (
    <>
      <DataTable
        caption="By advisor"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { title: "Advisor", cell: ({ id, name }) => <Link to={`/profile-details/${id}`}>{name}</Link> },
          ...shares<Spending["by_advisor"][number]>(),
        ]}
      />
      <Rest shown={rows.length} count={count} />
    </>
  );
}

export function SpendingByEngagement({ rows, count }: { rows: Spending["by_engagement"]; count: number }) {
  return (
    <>
      <DataTable
        caption="By engagement"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { title: "Engagement", cell: ({ id, name }) => <Link to={`/project/${id}`}>{name}</Link> },
          { title: "Advisor", cell: ({ advisor }) => advisor },
          ...shares<Spending["by_engagement"][number]>(),
        ]}
      />
      <Rest shown={rows.length} count={count} />
    </>
  );
}

function Rest({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return (
    <p className="small">
      The {shown} with the most spending, of {count}; the CSV has all.
    </p>
  );
}
