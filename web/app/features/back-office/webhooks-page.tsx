import { listWebhooks, retryWebhook } from "@plumbline/contract/health/contract.ts";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { ListPage } from "../../ui/list-page.tsx";
import type { Route } from "./+types/webhooks-page.ts";
import { SendAgain } from "./send-again.tsx";

export const meta = () => titled("Webhooks");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listWebhooks, { query: filtersIn(listWebhooks, request) });
}

/** Messages of the card provider that could not be handled, with the error and a button to try again. */
export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Webhooks"
      sentence="Messages of the card provider that were received and could not be handled yet. The provider sends them again for three days, and so do we."
      note={loaderData.entries.length > 0 && <ReadOnlyNote of={retryWebhook} />}
      empty={{ title: "Every message was handled", text: "One that fails appears here with the error." }}
      list={loaderData}
      exported={listWebhooks}
      columns={[
        {
          title: "Message",
          cell: ({ type, id }) => (
            <div>
              {type}
              <div className="small">
                <code>{id}</code>
              </div>
            </div>
          ),
        },
        { title: "Error", phone: "wide", cell: ({ reason }) => reason ?? "Being handled" },
        {
          title: "Received",
          cell: ({ received_at: at, attempts }) => (
            <div>
              {momentHere(at)}
              <div className="small">{attempts === 1 ? "1 attempt" : `${attempts} attempts`}</div>
            </div>
          ),
        },
        {
          title: "Action",
          cell: ({ id, type, allowed_actions: allowed }) =>
            allowed.includes("retry") && (
              <SendAgain
                what={`Handle ${type} ${id} again`}
                title="Handle this message again?"
                text="It is read from the provider once more. What it has changed already is not changed twice."
                done="It was handled."
                send={() => call(retryWebhook, { params: { id } })}
              />
            ),
        },
      ]}
    />
  );
}
