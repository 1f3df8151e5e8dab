import { dayInLondon, formatMonth, formatShort } from "@plumbline/contract/dates.ts";
import { earningsCsv, earningsPdf, readEarnings } from "@plumbline/contract/earnings/contract.ts";
import { type Period, statementPeriods } from "@plumbline/contract/earnings/rules.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { saveFile } from "../../save-file.ts";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Page } from "../../ui/page.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import type { Route } from "./+types/statements-page.ts";
import classes from "./earnings.module.css";
import { MoneyTabs } from "./money-tabs.tsx";

export const meta = () => titled("Statements");

export async function clientLoader() {
  const { since } = await call(readEarnings, { query: {} });
  return since ? statementPeriods(dayInLondon(new Date()), since) : [];
}

/** Statements of earnings to download, for tax years and months (decision 61). */
export default function StatementsPage({ loaderData: periods }: Route.ComponentProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = (kind: "csv" | "pdf", { from, to }: Period) => {
    setFailure(null);
    return saveFile(
      kind === "csv" ? earningsCsv : earningsPdf,
      { query: { from, to } },
      `earnings-${from}-${to}.${kind}`,
    );
  };
  return (
    <Page
      title="Statements"
      sentence="Every payment of a period with its commission and your share: as a PDF for people, as a CSV for spreadsheets."
    >
      <MoneyTabs current="/earnings/statements" />
      <FailureNotice failure={failure} />
      {periods.length === 0 && (
        <EmptyState
          title="No statements yet"
          text="From the first payment of a customer on there is one for each month and each tax year."
          action={<Link to="/earnings">See your earnings</Link>}
        />
      )}
      {periods.length > 0 && (
        <DataTable
          caption="Periods"
          hideCaption
          rows={periods}
          rowKey={({ name }) => name}
          columns={[
            { title: "Period", cell: ({ name }) => nameOf(name) },
            { title: "Days", cell: ({ from, to }) => `${formatShort(from)} to ${formatShort(to)}` },
            {
              title: "",
              align: "end",
              phone: "end",
              cell: (period) => (
                <span className={classes.downloads}>
                  {(["pdf", "csv"] as const).map((kind) => (
                    <ActionButton key={kind} variant="line" onPress={() => save(kind, period)} onFailure={setFailure}>
                      {kind.toUpperCase()}
                      <span className="visually-hidden"> of {nameOf(period.name)}</span>
                    </ActionButton>
                  ))}
                </span>
              ),
            },
          ]}
        />
      )}
    </Page>
  );
}

const nameOf = (name: string) => (/^\d{4}-\d\d$/.test(name) ? formatMonth(name) : name);
