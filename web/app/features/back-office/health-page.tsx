import type { Answer } from "@plumbline/contract/endpoint.ts";
import { type Queue, readHealth } from "@plumbline/contract/health/contract.ts";
import { product } from "@plumbline/contract/product.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/health-page.ts";
import classes from "./health.module.css";

export const meta = () => titled("Health");

export const clientLoader = () => call(readHealth, {});

type Health = Answer<typeof readHealth>;

/** What the machine is doing, what it could not do, and what needs somebody's attention. */
export default function HealthPage({ loaderData: health }: Route.ComponentProps) {
  const { concerns, mails, deliveries, webhooks, jobs } = health;
  return (
    <Page title="Health" sentence={`What ${product} is doing behind the scenes, and what it could not do.`}>
      {concerns.length === 0 ? (
        <Banner title="All is well">Nothing waits longer than it should, and nothing has failed.</Banner>
      ) : (
        <Banner
          tone="wait"
          title={concerns.length === 1 ? "One thing needs a look" : `${concerns.length} things need a look`}
        >
          <ul className={classes.concerns}>
            {concerns.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={classes.part}>
        <DataTable
          caption="Queues"
          rows={[
            { name: "E-mails", to: "/back-office/mails", ...mails },
            { name: "Deliveries", to: "/back-office/deliveries", ...deliveries },
            { name: "Webhooks of the card provider", to: "/back-office/webhooks", ...webhooks },
          ]}
          rowKey={({ to }) => to}
          columns={queueColumns}
        />
      </div>
      <div className={classes.part}>
        <h2>This installation</h2>
        <Facts
          rows={[
            ["Version", health.version],
            ["Database", health.database === "embedded" ? "Embedded" : "PostgreSQL"],
            ["Migrated to", `${health.migration.name}, written ${momentHere(health.migration.made_at)}`],
            ["Last backup", backupText(health.backup)],
            ["Last reconciliation", <Reconciled key="reconciled" last={health.reconciliation} />],
            ["This process", `Node ${health.node}, since ${momentHere(health.started_at)}`],
            ["Other processes", String(health.other_processes)],
            ["Virus scanner", scannerTexts[health.scanner ?? "none"]],
            ["Addresses that take no mail", String(health.addresses_refused)],
          ]}
        />
      </div>
      <div className={classes.part}>
        <DataTable
          caption="Scheduled work"
          rows={jobs.toSorted((one, other) => Number(!one.failing_since) - Number(!other.failing_since))}
          rowKey={({ name }) => name}
          columns={jobColumns}
        />
      </div>
    </Page>
  );
}

const queueColumns: Column<Queue & { name: string; to: string }>[] = [
  { title: "Queue", cell: ({ name, to }) => <Link to={to}>{name}</Link> },
  {
    title: "Oldest waits since",
    cell: ({ waiting_since: since }) => (since ? momentHere(since) : "Nothing waits"),
  },
  { title: "Waiting", align: "end", cell: ({ waiting }) => waiting },
  {
    title: "Given up",
    align: "end",
    cell: ({ failed }) => (failed > 0 ? <Badge tone="bad">{`${failed} given up`}</Badge> : "None"),
  },
];

const jobColumns: Column<Health["jobs"][number]>[] = [
  { title: "Job", cell: ({ name }) => name.charAt(0).toUpperCase() + name.slice(1) },
  { title: "Every", cell: ({ every_seconds: seconds }) => interval(seconds) },
  {
    title: "Last run",
    cell: ({ last_run_at: at, took_ms: took }) => (at ? `${momentHere(at)}, ${took} ms` : "Not yet"),
  },
  {
    title: "State",
    phone: "end",
    cell: ({ last_run_at: at, failing_since: since, failure }) =>
      since ? (
        <div>
          <Badge tone="bad">Fails</Badge>
          <div className="small">
            Since {momentHere(since)}: {failure}
          </div>
        </div>
      ) : (
        <Badge tone={at ? "calm" : "quiet"}>{at ? "Well" : "Waiting"}</Badge>
      ),
  },
];

const scannerTexts = {
  answers: "Looks at every upload",
  silent: <Badge tone="bad">Does not answer</Badge>,
  none: "None: CLAMD_ADDRESS is not set",
};

function interval(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? "hour" : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? "minute" : `${seconds / 60} minutes`;
  return `${seconds} s`;
}

function Reconciled({ last }: { last: Health["reconciliation"] }) {
  if (!last) return "None yet";
  const { at, differences, failure } = last;
  const found = failure ? "failed" : differences === 0 ? "no difference" : `${differences} differing`;
  return (
    <Link to="/back-office/reconciliation">
      {momentHere(at)}: {found}
    </Link>
  );
}

function backupText(backup: Health["backup"]): ReactNode {
  if (!backup)
    return (
      <>
        None yet: <code>npm run backup -- &lt;folder&gt;</code>
      </>
    );
  return `${momentHere(backup.made_at)}: ${backup.rows} rows, ${backup.files} files`;
}
