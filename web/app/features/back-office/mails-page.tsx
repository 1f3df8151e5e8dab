import { Select } from "@mantine/core";
import { listUnsentMails, mailStates, retryMail } from "@plumbline/contract/back-office/contract.ts";
import { formatMoment } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { TextButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";

export const meta = () => titled("E-mails");

const labels = { failed: "Not sent", waiting: "Still trying" } as const;
const stateIn = (search: URLSearchParams) => mailStates.find((each) => each === search.get("state")) ?? "failed";

export async function clientLoader({ request }: { request: Request }) {
  const search = new URL(request.url).searchParams;
  return call(listUnsentMails, { query: { state: stateIn(search), page: search.get("page") ?? 1 } });
}

/** E-mails that did not leave, why, and to send them again. */
export default function MailsPage() {
  const { entries, pagination } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<(typeof entries)[number] | null>(null);
  const state = stateIn(search);
  return (
    <Page
      title="E-mails"
      sentence="E-mails that could not be delivered, newest first, with what the mail server said."
      action={
        <Select
          aria-label="Show"
          allowDeselect={false}
          value={state}
          onChange={(shown) => void navigate(`?state=${shown}`)}
          data={mailStates.map((each) => ({ value: each, label: labels[each] }))}
        />
      }
    >
      {entries.length === 0 ? (
        <EmptyState
          title={state === "failed" ? "Every e-mail has left" : "No e-mail is waiting"}
          text="An e-mail that is refused, or cannot leave for three days, appears here with the reason."
        />
      ) : (
        <DataTable
          caption="E-mails"
          hideCaption
          rows={entries}
          rowKey={({ id }) => id}
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
            { title: "What the mail server said", cell: ({ reason }) => reason ?? "Not tried yet" },
            {
              title: "When",
              cell: ({ created_at, failed_at, next_attempt_at, attempts }) => (
                <div>
                  {formatMoment(created_at)}
                  <div className="small">
                    {failed_at
                      ? `Given up ${formatMoment(failed_at)}`
                      : `Next try ${formatMoment(next_attempt_at ?? "")}`}
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
        />
      )}
      <Pager {...pagination} />
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
    </Page>
  );
}
