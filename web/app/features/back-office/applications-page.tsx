import { assignApplication, listQueue } from "@plumbline/contract/back-office/queue.ts";
import { customerDatatables } from "@plumbline/contract/reference/contract.ts";
import { Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { useSession } from "../../session.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { useMe } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/applications-page.ts";
import classes from "./application.module.css";
import type { Row } from "./queue-cells.tsx";
import { type NotDone, QueueDialogs } from "./queue-dialogs.tsx";
import { queueFilters } from "./queue-filters.ts";
import { QueueTable } from "./queue-table.tsx";
import type { Decision } from "./ready-reasons.tsx";
import { useDeciding } from "./use-deciding.ts";
import { useQueueKeys } from "./use-queue-keys.ts";

const PromiseDialog = onDemand(async () => ({ default: (await import("./promise-dialog.tsx")).PromiseDialog }));

export const meta = () => titled("Applications");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = filtersIn(listQueue, request);
  const [queue, lists] = await Promise.all([
    call(listQueue, { query }),
    // Without the list the queue has one filter less.
    call(customerDatatables, {}).catch(() => null),
  ]);
  return { ...queue, filters: query, sizes: lists?.company_sizes ?? [] };
}

/** The queue of applications: the oldest that waits first, decided with the mouse or by keyboard, one by one or together. */
export default function ApplicationsPage({ loaderData }: Route.ComponentProps) {
  const { entries, more, filters, sizes, decide_within_days: days } = loaderData;
  const { revalidate } = useRevalidator();
  const { id: reader } = useMe(useSession());
  const mayDecide = useMay()(assignApplication);
  const [promising, setPromising] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const deciding = useDeciding(entries, mayDecide);
  const current = useQueueKeys(entries, deciding);
  const assign = async ({ id }: Row, to: "me" | "nobody") => {
    setFailure(null);
    await call(assignApplication, { params: { id }, body: { to } }).catch((error) => setFailure(asFailure(error)));
    await revalidate();
  };

  return (
    <Page
      title="Applications"
      sentence={`Everyone who waits for a decision, the oldest first. We promise one within ${inDays(days)}.`}
      note={<ReadOnlyNote of={assignApplication} />}
      action={
        mayDecide && (
          <Button variant="line" onClick={() => setPromising(true)} aria-haspopup="dialog">
            Change the promise
          </Button>
        )
      }
    >
      <FilterBar label="Filter applications" words="Name, company or e-mail" choices={queueFilters(sizes)} />
      <FailureNotice failure={failure} />
      <CouldNotBeDecided failed={deciding.failed} />
      {mayDecide && <DecideTogether count={deciding.chosen.length} onDecide={deciding.decide} />}
      {entries.length === 0 ? (
        <NobodyWaits isFiltered={isFiltered(filters)} />
      ) : (
        <QueueTable
          rows={entries}
          selected={current}
          reader={reader}
          marked={deciding.marked}
          onToggle={mayDecide ? deciding.toggle : null}
          onAssign={mayDecide ? assign : null}
        />
      )}
      {mayDecide && entries.length > 0 && (
        <p className={`small ${classes.keys}`}>
          j k to move · Enter to open · a approve · r reject · m ask for more · u undo · x choose several
        </p>
      )}
      <KeyedPages name="after" last={entries.at(-1)?.id} more={more} />
      {entries.length > 0 && <ExportList of={listQueue} />}
      {promising && (
        <Suspense>
          <PromiseDialog days={days} onClose={() => setPromising(false)} />
        </Suspense>
      )}
      <QueueDialogs asking={deciding.asking} onClose={deciding.close} onDone={deciding.done} />
    </Page>
  );
}

const inDays = (days: number) => (days === 1 ? "a day" : `${days} days`);

/** Decides all applications that are chosen, with one reason. */
function DecideTogether({ count, onDecide }: { count: number; onDecide: (what: Decision) => void }) {
  if (count === 0) return null;
  return (
    <div className={classes.together}>
      <span role="status">{count} chosen</span>
      <Button onClick={() => onDecide("approved")}>Approve {count}</Button>
      <Button variant="danger" onClick={() => onDecide("rejected")}>
        Reject {count}
      </Button>
    </div>
  );
}

function NobodyWaits({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyPage>
      <EmptyState
        title={isFiltered ? "Nobody is like that" : "Nobody waits"}
        text={
          isFiltered
            ? "Try other words, or fewer filters."
            : "Applications appear here as soon as their e-mail address is verified."
        }
      />
    </EmptyPage>
  );
}

function CouldNotBeDecided({ failed }: { failed: readonly NotDone[] }) {
  if (failed.length === 0) return null;
  return (
    <Banner
      tone="bad"
      title={failed.length === 1 ? "One could not be decided" : `${failed.length} could not be decided`}
    >
      <ul>
        {failed.map(({ name, why }) => (
          <li key={name}>
            {name}: {why}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
