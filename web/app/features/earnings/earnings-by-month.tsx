import { formatMonth } from "@plumbline/contract/dates.ts";
import type { Earnings } from "@plumbline/contract/earnings/contract.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { MonthChart } from "../../ui/month-chart.tsx";

type Months = Earnings["months"];

/** What was earned in each month, by the day on which customers paid, as a picture and as a table. */
export function EarningsByMonth({ months }: { months: Months }) {
  const [first, last] = [months[0]?.month ?? "", months.at(-1)?.month ?? ""];
  return (
    <MonthChart
      label={`Your earnings by month, from ${formatMonth(first)} to ${formatMonth(last)}. The numbers are in the table below.`}
      months={months.map(({ month, paid_out, on_its_way }) => ({ month, solid: paid_out, dashed: on_its_way }))}
      legend={[{ text: "paid out" }, { text: "on its way", dashed: true }]}
    >
      <DataTable
        caption="Earnings by month"
        hideCaption
        rows={[...months].reverse()}
        rowKey={({ month }) => month}
        columns={[
          { title: "Month", cell: ({ month }) => formatMonth(month) },
          ...(
            [
              ["Customers paid", "gross"],
              ["Commission", "commission"],
              ["Yours", "yours"],
              ["Paid out", "paid_out"],
              ["On its way", "on_its_way"],
            ] as const
          ).map(([title, field]) => ({
            title,
            align: "end" as const,
            cell: (row: Months[number]) => <Money pounds={row[field]} />,
          })),
        ]}
      />
    </MonthChart>
  );
}
