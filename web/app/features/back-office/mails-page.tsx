import { listUnsentMails, mailStates, retryMail } from "@plumbline/contract/back-office/contract.ts";
import { useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { ListFilter, ListPage } from "../../ui/list-page.tsx";
import type { Route } from "./+types/mails-page.ts";
import { SendAgain } from "./send-again.tsx";

export const meta = () => titled("E-mails");

const labels = { failed: "Not sent", waiting: "Still trying" } as const;
const stateIn = (search: URLSearchParams) => mailStates.find((each) => each === search.get("state")) ?? "failed";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listUnsentMails, { query: filtersIn(listUnsentMails, request) });
}

/** E-mails that were not sent, with the reason and a button to send them again. */
export default function MailsPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const state = stateIn(search);
  return (
    <ListPage
      title="E-mails"
      sentence="E-mails that could not be delivered, newest first, with what the mail server said."
      filter={
        <ListFilter
          value={state}
          addressOf={(shown) => `?state=${shown}`}
          data={mailStates.map((each) => ({ value: each, label: labels[each] }))}
        />
      }
      note={state === "failed" && loaderData.entries.length > 0 && <ReadOnlyNote of={retryMail} />}
      empty={{
        title: state === "failed" ? "Every e-mail has left" : "No e-mail is waiting",
        text: "An e-mail that is refused, or cannot leave for three days, appears here with the reason.",
      }}
      list={loaderData}
      exported={listUnsentMails}
      columns={[
        {
          title: "To",
          cell: ({ to, subject }) => (
            <div>
              {to}
              <div className="small">{subject}</div>
            </div>
          ),
        },
        { title: "What the mail server said", phone: "wide", cell: ({ reason }) => reason ?? "Not tried yet" },
        {
          title: "When",
          cell: ({ created_at, failed_at, next_attempt_at, attempts }) => (
            <div>
              {momentHere(created_at)}
              <div className="small">
                {failed_at ? `Given up ${momentHere(failed_at)}` : `Next try ${momentHere(next_attempt_at ?? "")}`}
                {`, ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}`}
              </div>
            </div>
          ),
        },
        {
          title: "Action",
          cell: (mail) =>
            mail.allowed_actions.includes("retry") && (
              <SendAgain
                what={`Send again to ${mail.to}`}
                title="Send this e-mail again?"
                text={`“${mail.subject}” goes to ${mail.to} once more. If it cannot leave, it is tried for three days.`}
                done="It is on its way again."
                send={() => call(retryMail, { params: { id: mail.id } })}
              />
            ),
        },
      ]}
    />
  );
}
