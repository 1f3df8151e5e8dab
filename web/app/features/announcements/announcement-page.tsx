import { readAnnouncement, stopAnnouncement } from "@plumbline/contract/announcements/contract.ts";
import { audienceRoleLabels, audienceStateLabels, canStop } from "@plumbline/contract/announcements/rules.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/announcement-page.ts";
import classes from "./announcement.module.css";
import { progressText, StateBadge } from "./announcements-page.tsx";

export const meta = ({ loaderData }: Route.MetaArgs) => titled(loaderData?.title ?? "Announcement");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  call(readAnnouncement, { params: { id: params.id } });

/** How often the page looks again while an announcement is on its way, in milliseconds. */
const pause = 2000;

/** One announcement for staff, with how far it has come. */
export default function AnnouncementPage({ loaderData: announcement }: Route.ComponentProps) {
  const { id, title, text, link, state, role, audience } = announcement;
  const { revalidate } = useRevalidator();
  const [stopping, setStopping] = useState(false);
  useEffect(() => {
    if (state !== "sending") return;
    const timer = setInterval(() => void revalidate(), pause);
    return () => clearInterval(timer);
  }, [state, revalidate]);
  return (
    <Page
      title={title}
      badge={<StateBadge state={state} />}
      back={{ to: "/back-office/announcements", text: "Announcements" }}
      note={canStop(state) && <ReadOnlyNote of={stopAnnouncement} />}
      action={
        announcement.can_stop && (
          <Button variant="danger" onClick={() => setStopping(true)}>
            Stop
          </Button>
        )
      }
    >
      <p className={classes.text}>{text}</p>
      <Facts
        rows={[
          ["To", `${audienceRoleLabels[role]}: ${audienceStateLabels[audience].toLowerCase()}`],
          ["Reached", progressText(announcement)],
          [sendingWords(announcement), momentHere(announcement.send_at)],
          ["Banner", announcement.banner ? "Yes" : "No"],
          ["By e-mail", announcement.by_email ? "Yes" : "No"],
          ["Link", link ?? "None"],
          ["Written by", announcement.by],
        ]}
      />
      <ConfirmDialog
        opened={stopping}
        onClose={() => setStopping(false)}
        title="Stop this announcement?"
        confirm="Stop"
        variant="danger"
        onConfirm={async () => {
          await call(stopAnnouncement, { params: { id } });
          notice("It goes to nobody else.");
          await revalidate();
        }}
      >
        <p>Whoever has it keeps it on their bell; its banners go. It cannot be sent on.</p>
      </ConfirmDialog>
    </Page>
  );
}

/** What the moment of an announcement was, or will be: one that was stopped may never have begun. */
function sendingWords({ state, send_at: at, finished_at: finished }: Answer<typeof readAnnouncement>): string {
  if (state === "scheduled") return "Will be sent";
  return state === "stopped" && finished !== null && finished < at ? "Was to be sent" : "Sent";
}
