import { listMailTexts, saveMailText } from "@plumbline/contract/mail-texts/contract.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import { GroupedTables } from "../../ui/grouped-tables.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/mail-texts-page.ts";

export const meta = () => titled("Wording of e-mails");

export const clientLoader = () => call(listMailTexts, {});

/** The e-mails whose wording staff can change. */
export default function MailTextsPage({ loaderData: { entries, written } }: Route.ComponentProps) {
  return (
    <Page
      title="Wording of e-mails"
      sentence="What our e-mails say. A change counts from the next e-mail on, and each version can be taken again."
      note={<ReadOnlyNote of={saveMailText} />}
    >
      <GroupedTables
        rows={entries}
        columns={[
          {
            title: "When",
            cell: ({ name, label, subject }) => (
              <div>
                <Link to={`/back-office/mail-texts/${name}`}>{label}</Link>
                <div className="small">{subject}</div>
              </div>
            ),
          },
          { title: "To", cell: ({ to }) => to },
          {
            title: "Wording",
            phone: "end",
            cell: ({ edited_at: at }) =>
              at ? <Badge tone="wait">{`Yours, ${momentHere(at)}`}</Badge> : <Badge tone="quiet">Original</Badge>,
          },
        ]}
      />
      <div>
        <h2>Not worded here</h2>
        <Facts rows={written.map(({ label, reason }) => [label, reason])} />
      </div>
    </Page>
  );
}
