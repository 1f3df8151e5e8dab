import { type Desk, readDesk } from "@plumbline/contract/back-office/desk.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link, useNavigate } from "react-router";
import { call } from "../../call.ts";
import { useSession } from "../../session.ts";
import { useMe } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useRowKeys } from "../../ui/use-row-keys.ts";
import type { Route } from "./+types/desk-page.ts";
import classes from "./desk.module.css";
import { durationSince } from "./waiting-for.tsx";

export const meta = () => titled("Desk");

export const clientLoader = () => call(readDesk, {});

/** Where staff begin their day: what waits, the oldest first, this month's figures, and how its applicants come along. */
export default function DeskPage({ loaderData: { kinds, waiting, figures, way_in: wayIn } }: Route.ComponentProps) {
  const { name, id } = useMe(useSession());
  const navigate = useNavigate();
  const [place] = useRowKeys(waiting.length, { Enter: (row) => void navigate(waiting[row]?.to ?? "") });
  const most = Math.max(1, ...wayIn.map(({ count }) => count));
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>
        {greeting(new Date())}
        {name && `, ${addressOf(name)}`}.
      </h1>
      <p className="small">{sentence(kinds)}</p>
      <Figures figures={figures} />
      <div className={classes.columns}>
        <section aria-labelledby="waiting">
          <div className={classes.head}>
            <h2 id="waiting">Waiting for you</h2>
            <p className="small">
              {kinds.map(({ name: kind, to, count }, index) => (
                <span key={kind}>
                  {index > 0 && " · "}
                  <Link to={to}>
                    {kind} {count}
                  </Link>
                </span>
              ))}
            </p>
          </div>
          {waiting.length === 0 ? (
            <EmptyState title="Nothing waits" text="What needs a decision appears here, the oldest first." />
          ) : (
            <>
              <DataTable
                caption="Waiting for you"
                hideCaption
                rows={waiting}
                rowKey={({ key }) => key}
                selected={waiting[place]?.key}
                columns={[
                  {
                    title: "Who",
                    cell: ({ who, company, to }) => (
                      <div>
                        <Link className={classes.who} to={to}>
                          {who}
                        </Link>
                        {company && <div className="small">{company}</div>}
                      </div>
                    ),
                  },
                  { title: "What", cell: ({ what }) => what },
                  {
                    title: "Waiting",
                    cell: ({ since, overdue }) =>
                      overdue ? (
                        <strong className={classes.late}>
                          {durationSince(since, Date.now())}
                          <span className="visually-hidden">, past the promise</span>
                        </strong>
                      ) : (
                        durationSince(since, Date.now())
                      ),
                  },
                  {
                    title: "With",
                    cell: ({ with: holder }) =>
                      holder && <span className="small">{holder.id === id ? "you" : holder.name}</span>,
                  },
                ]}
              />
              <p className={`small ${classes.keys}`}>j k to move · Enter to open</p>
            </>
          )}
        </section>
        <section aria-labelledby="way-in">
          <h2 id="way-in">This month’s way in</h2>
          <dl className={classes.way}>
            {wayIn.map(({ name: step, count }) => (
              <div key={step}>
                <dt>{step}</dt>
                <dd>
                  <span className={classes.track} aria-hidden="true">
                    <span style={{ width: `${(100 * count) / most}%` }} />
                  </span>
                  {count}
                </dd>
              </div>
            ))}
          </dl>
          <p className="small">Of those who have applied since the first of the month.</p>
        </section>
      </div>
    </div>
  );
}

function Figures({ figures: { paying, paid, commission, membership, ...rest } }: { figures: Desk["figures"] }) {
  // The server's month, wherever the reader is.
  const month = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "Europe/London" }).format(new Date());
  const { median_days: median, promised_days: promised, in_arrears: late } = rest;
  const cells = [
    { name: "Paying members", value: String(paying), note: "running memberships" },
    { name: `Paid here, ${month}`, value: formatPounds(paid), note: `commission ${formatPounds(commission)}` },
    { name: "Membership, month", value: formatPounds(membership), note: `${late} in arrears` },
    {
      name: "Median time to decide",
      value: median === null ? "–" : median < 0.1 ? "Within hours" : `${median} ${median === 1 ? "day" : "days"}`,
      note: `promised within ${promised} ${promised === 1 ? "day" : "days"}`,
    },
  ];
  return (
    <dl className={classes.figures}>
      {cells.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={classes.figure}>{value}</span>
            <span className="small">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function greeting(now: Date): string {
  const hour = now.getHours();
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
}

/** "Saturday 21 November. 23 things wait for a decision, 2 of them past their promise." */
function sentence(kinds: Desk["kinds"]): string {
  const today = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" }).format(new Date());
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const overdue = kinds.reduce((sum, kind) => sum + kind.overdue, 0);
  if (count === 0) return `${today}. Nothing waits for a decision.`;
  const things = count === 1 ? "1 thing waits" : `${count} things wait`;
  return `${today}. ${things} for a decision${overdue > 0 ? `, ${overdue} of them past the promise` : ""}.`;
}
