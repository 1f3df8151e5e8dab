import { deliveryStates, listDeliveries, retryDelivery } from "@plumbline/contract/health/contract.ts";
import { useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { ListFilter, ListPage } from "../../ui/list-page.tsx";
import type { Route } from "./+types/deliveries-page.ts";
import { SendAgain } from "./send-again.tsx";

export const meta = () => titled("Deliveries");

const labels = { failed: "Given up", waiting: "Still trying" } as const;
const stateIn = (search: URLSearchParams) => deliveryStates.find((each) => each === search.get("state")) ?? "failed";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listDeliveries, { query: filtersIn(listDeliveries, request) });
}

/** Events whose notifications and e-mails could not be made, with the error and a button to try again. */
export default function DeliveriesPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const state = stateIn(search);
  return (
    <ListPage
      title="Deliveries"
      sentence="What happened and has not reached everybody it concerns: its notifications and e-mails are missing."
      filter={
        <ListFilter
          value={state}
          addressOf={(shown) => `?state=${shown}`}
          data={deliveryStates.map((each) => ({ value: each, label: labels[each] }))}
        />
      }
      note={state === "failed" && loaderData.entries.length > 0 && <ReadOnlyNote of={retryDelivery} />}
      empty={{
        title: state === "failed" ? "Everything was delivered" : "Nothing waits",
        text: "What fails thirty times, over two and a half hours, appears here with the error.",
      }}
      list={loaderData}
      exported={listDeliveries}
      columns={[
        {
          title: "What",
          cell: ({ kind, subject, subject_id: id }) => (
            <div>
              {kind}
              <div className="small">
                {subject} {id}
              </div>
            </div>
          ),
        },
        { title: "Error", phone: "wide", cell: ({ reason }) => reason ?? "Not tried yet" },
        {
          title: "When",
          cell: ({ created_at, failed_at, attempts }) => (
            <div>
              {momentHere(created_at)}
              <div className="small">
                {failed_at && `Given up ${momentHere(failed_at)}, `}
                {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
              </div>
            </div>
          ),
        },
        {
          title: "Action",
          cell: ({ id, kind, allowed_actions: allowed }) =>
            allowed.includes("retry") && (
              <SendAgain
                what={`Deliver ${kind} ${id} again`}
                title="Deliver this again?"
                text="Whoever has heard of it already does not hear of it twice."
                done="It is being delivered again."
                send={() => call(retryDelivery, { params: { id } })}
              />
            ),
        },
      ]}
    />
  );
}
