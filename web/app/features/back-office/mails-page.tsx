import { listUnsentMails, mailStates, retryMail } from "@plumbline/contract/back-office/contract.ts";
import { formatMoment } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { TextButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import type { Route } from "./+types/mails-page.ts";
import { ListFilter, ListPage } from "./list-page.tsx";

export const meta = () => titled("E-mails");

const labels = { failed: "Not sent", waiting: "Still trying" } as const;
const stateIn = (search: URLSearchParams) => mailStates.find((each) => each === search.get("state")) ?? "failed";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  return call(listUnsentMails, { query: { state: stateIn(search), page: search.get("page") ?? 1 } });
}

/** E-mails that were not sent, with the reason and a button to send them again. */
export default function MailsPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const [asking, setAsking] = useState<(typeof loaderData)["entries"][number] | null>(null);
  const state = stateIn(search);
  return (
    <ListPage
      title="E-mails"
      sentence="E-mails that could not be delivered, newest first, with what the mail server said."
      filter={
        <ListFilter
          allowDeselect={false}
          value={state}
          addressOf={(shown) => `?state=${shown}`}
          data={mailStates.map((each) => ({ value: each, label: labels[each] }))}
        />
      }
      empty={{
        title: state === "failed" ? "Every e-mail has left" : "No e-mail is waiting",
        text: "An e-mail that is refused, or cannot leave for three days, appears here with the reason.",
      }}
      list={loaderData}
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
        { title: "What the mail server said", wide: true, cell: ({ reason }) => reason ?? "Not tried yet" },
        {
          title: "When",
          cell: ({ created_at, failed_at, next_attempt_at, attempts }) => (
            <div>
              {formatMoment(created_at)}
              <div className="small">
                {failed_at ? `Given up ${formatMoment(failed_at)}` : `Next try ${formatMoment(next_attempt_at ?? "")}`}
                {`, ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}`}
              </div>
            </div>
          ),
        },
        {
          title: "Action",
          cell: (mail) =>
            mail.allowed_actions.includes("retry") && (
              <TextButton onClick={() => setAsking(mail)} aria-label={`Send again to ${mail.to}`}>
                {"Send\u00a0again"}
              </TextButton>
            ),
        },
      ]}
    >
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(null)}
          title="Send this e-mail again?"
          confirm="Send again"
          onConfirm={async () => {
            await call(retryMail, { params: { id: asking.id } });
            notice("It is on its way again.");
            await revalidate();
          }}
        >
          <p>
            “{asking.subject}” goes to {asking.to} once more. If it cannot leave, it is tried for three days.
          </p>
        </ConfirmDialog>
      )}
    </ListPage>
  );
}
