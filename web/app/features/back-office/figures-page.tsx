import {
  type FigureCohort,
  type FigureWeek,
  readCohorts,
  readFigures,
} from "@plumbline/contract/back-office/figures.ts";
import { figureSteps, figureStepTexts } from "@plumbline/contract/back-office/figures-rules.ts";
import { formatShort } from "@plumbline/contract/dates.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/figures-page.ts";
import { FigurePlot } from "./figure-plot.tsx";
import classes from "./figures.module.css";

export const meta = () => titled("Figures");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = filtersIn(readFigures, request);
  const [figures, { entries: cohorts }] = await Promise.all([
    call(readFigures, { query }),
    call(readCohorts, { query }),
  ]);
  return { figures, cohorts };
}

const roleChoice = {
  name: "role",
  label: "Who",
  all: "Everybody",
  options: [
    { value: "customer", label: "Business members" },
    { value: "advisor", label: "Advisors" },
  ],
};

/** How the place goes, by week: from applying to paying, money, and how long people wait. */
export default function FiguresPage({ loaderData: { figures, cohorts } }: Route.ComponentProps) {
  const { entries: weeks, arrears, complete } = figures;
  return (
    <Page
      title="Figures"
      sentence={`Week by week, from applying to being paid. ${count(arrears.count)} ${arrears.count === 1 ? "invoice is" : "invoices are"} overdue, ${formatPounds(arrears.amount)} together.`}
    >
      <FilterBar label="Choose the weeks" choices={[roleChoice]} days="Weeks" />
      {!complete && (
        <p role="status" className={classes.note}>
          Some members or weeks are still being counted. The numbers are complete in a few minutes.
        </p>
      )}
      <Steps weeks={weeks} cohorts={cohorts} />
      <Money weeks={weeks} />
      <Waiting weeks={weeks} />
    </Page>
  );
}

type Weeks = { weeks: readonly FigureWeek[] };
const sumOver = (weeks: readonly FigureWeek[], of: (week: FigureWeek) => number) =>
  weeks.reduce((all, week) => all + of(week), 0);
const count = (value: number) => value.toLocaleString("en-GB");

function Steps({ weeks, cohorts }: Weeks & { cohorts: readonly FigureCohort[] }) {
  return (
    <section className={classes.section}>
      <h2>From applying to being paid</h2>
      <p className={classes.note}>How many came to each step in a week, whenever they had applied.</p>
      <div className={classes.grid}>
        {figureSteps.map((step) => (
          <FigurePlot
            key={step}
            title={figureStepTexts[step].name}
            means={`A member ${figureStepTexts[step].means}.`}
            total={count(sumOver(weeks, (week) => week[step]))}
            weeks={weeks}
            of={(week) => ({ value: week[step] })}
            format={count}
          />
        ))}
      </div>
      <CohortTable cohorts={cohorts} />
    </section>
  );
}

type Plotted<Value> = { title: string; means: string; of: (week: FigureWeek) => Value };

const amounts: readonly Plotted<number>[] = [
  { title: "Commission", means: "What of it we keep.", of: ({ commission }) => commission },
  { title: "Membership income", means: "Paid for memberships, less refunds.", of: ({ membership }) => membership },
  {
    title: "Arrears",
    means: "Invoices that were due in the week, and are unpaid today.",
    of: ({ arrears }) => arrears,
  },
  { title: "Lost to disputes", means: "Taken back by banks, less what was won.", of: ({ disputed }) => disputed },
];

function Money({ weeks }: Weeks) {
  return (
    <section className={classes.section}>
      <h2>Money</h2>
      <p className={classes.note}>
        Invoices and memberships in the week in which they were paid, less what was given back in it. The ledger has
        each movement.
      </p>
      <div className={classes.grid}>
        <FigurePlot
          title="Turnover"
          means="What customers paid for invoices, less refunds."
          total={formatPounds(sumOver(weeks, ({ turnover }) => turnover))}
          weeks={weeks}
          of={({ turnover, commission }) => ({ value: commission, beyond: turnover - commission })}
          format={shortPounds}
          names={["Our commission", "The advisors'"]}
        />
        {amounts.map(({ title, means, of }) => (
          <FigurePlot
            key={title}
            title={title}
            means={means}
            total={formatPounds(sumOver(weeks, of))}
            weeks={weeks}
            of={(week) => ({ value: of(week) })}
            format={shortPounds}
          />
        ))}
      </div>
    </section>
  );
}

const hours: readonly Plotted<number | null>[] = [
  {
    title: "Time to a decision",
    means: "From an application that was complete to our decision.",
    of: (week) => week.decision_hours,
  },
  {
    title: "Time to the first match",
    means: "From approval to the first search.",
    of: (week) => week.match_hours,
  },
  {
    title: "Time to an answer",
    means: "From a customer's first message to the advisor's answer.",
    of: (week) => week.answer_hours,
  },
];

function Waiting({ weeks }: Weeks) {
  return (
    <section className={classes.section}>
      <h2>Waiting</h2>
      <p className={classes.note}>
        The median of what ended in the week: half of them waited less. A week in which nothing ended has no bar.
      </p>
      <div className={classes.grid}>
        {hours.map(({ title, means, of }) => (
          <FigurePlot
            key={title}
            title={title}
            means={means}
            total={null}
            weeks={weeks}
            of={(week) => plotted(of(week))}
            format={hoursText}
          />
        ))}
        <FigurePlot
          title="Searches that found nobody"
          means="Sent to us in the customer's own words."
          total={count(sumOver(weeks, ({ empty_searches: empty }) => empty))}
          weeks={weeks}
          of={({ empty_searches: empty }) => ({ value: empty })}
          format={count}
        />
      </div>
      <ExportList of={readFigures} />
    </section>
  );
}

const plotted = (value: number | null) => (value === null ? null : { value });

/** Those who applied in each week, and how many of them have come to each step until now. */
function CohortTable({ cohorts }: { cohorts: readonly FigureCohort[] }) {
  const rows = cohorts.filter(({ applied }) => applied > 0);
  return (
    <>
      <h2>By the week of applying</h2>
      <p className={classes.note}>
        Of those who applied in a week: how many have come to each step until today, and which share of them that is.
      </p>
      {rows.length === 0 ? (
        <p>Nobody applied in these weeks.</p>
      ) : (
        <DataTable
          caption="By the week of applying"
          hideCaption
          rows={rows}
          rowKey={({ week }) => week}
          columns={[
            { title: "Week of", cell: ({ week }) => formatShort(week) },
            ...figureSteps.map((step) => ({
              title: figureStepTexts[step].name,
              align: "end" as const,
              phone: "titled" as const,
              cell: (row: FigureCohort) => (
                <>
                  {row[step]}
                  {step !== "applied" && (
                    <span className={classes.share}> {Math.round((100 * row[step]) / row.applied)}%</span>
                  )}
                </>
              ),
            })),
          ]}
        />
      )}
      <ExportList of={readCohorts} />
    </>
  );
}

/** "£3,000", without pence, for an axis. */
const shortPounds = (amount: number) => formatPounds(amount).replace(/\.00$/, "");

const hoursText = (hours: number) => `${Math.round(hours * 10) / 10} h`;
