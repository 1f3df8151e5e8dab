import { type Announcement, announce, listAnnouncements } from "@plumbline/contract/announcements/contract.ts";
import {
  type AnnouncementState,
  announcementStateLabels,
  audienceRoleLabels,
  mostCounted,
} from "@plumbline/contract/announcements/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/announcements-page.ts";

export const meta = () => titled("Announcements");

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  call(listAnnouncements, { query: filtersIn(listAnnouncements, request) });

const tones: Record<AnnouncementState, Tone> = { scheduled: "wait", sending: "wait", sent: "calm", stopped: "quiet" };

/** Whether an announcement is scheduled, on its way, sent or stopped. */
export const StateBadge = ({ state }: Pick<Announcement, "state">) => (
  <Badge tone={tones[state]}>{announcementStateLabels[state]}</Badge>
);

/** "12 of 40", as far as receivers were counted. */
export function progressText({ reached, receivers }: Announcement): string {
  if (receivers === null) return "Nobody yet";
  const of = Math.min(receivers, mostCounted).toLocaleString("en-GB");
  return `${reached.toLocaleString("en-GB")} of ${receivers >= mostCounted ? "more than " : ""}${of}`;
}

/** What staff have announced to members. */
export default function AnnouncementsPage({ loaderData: { entries, more } }: Route.ComponentProps) {
  const may = useMay();
  return (
    <Page
      title="Announcements"
      sentence="News for members: on their bell, as a banner on their pages, and by e-mail."
      note={<ReadOnlyNote of={announce} />}
      action={may(announce) && <ButtonLink to="/back-office/announcements/new">Write an announcement</ButtonLink>}
    >
      {entries.length === 0 ? (
        <EmptyPage>
          <EmptyState title="Nothing was announced yet" text="What you announce to members appears here." />
        </EmptyPage>
      ) : (
        <DataTable
          caption="Announcements"
          hideCaption
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            { title: "Title", cell: ({ id, title }) => <Link to={`/back-office/announcements/${id}`}>{title}</Link> },
            { title: "To", cell: ({ role }) => audienceRoleLabels[role] },
            { title: "When", cell: ({ send_at: at }) => momentHere(at) },
            { title: "Reached", cell: progressText },
            { title: "State", phone: "end", cell: ({ state }) => <StateBadge state={state} /> },
          ]}
        />
      )}
      <KeyedPages name="before" last={entries.at(-1)?.id} more={more} />
      {entries.length > 0 && <ExportList of={listAnnouncements} />}
    </Page>
  );
}
