import { formatShort } from "@plumbline/contract/dates.ts";
import classes from "./application.module.css";

const hourMs = 3_600_000;

/** "4 hours", "6 days" since a moment. */
export function durationSince(since: string, now: number): string {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / hourMs));
  if (hours < 1) return "less than an hour";
  if (hours < 24) return hours === 1 ? "1 hour" : `${hours} hours`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day" : `${days} days`;
}

type Waits = { waiting_since: string | null; promised_by: string | null; overdue: boolean; asked: boolean };

/** How long an application has waited, in red when that is longer than promised. */
export function WaitingFor({
  application: { waiting_since: since, promised_by: by, overdue, asked },
}: {
  application: Waits;
}) {
  if (asked) return <span className="small">for the applicant</span>;
  if (!since) return null;
  const text = durationSince(since, Date.now());
  if (!overdue) return <span title={by ? `Promised by ${formatShort(by)}` : undefined}>{text}</span>;
  return (
    <strong className={classes.late}>
      {text}
      <span className="visually-hidden">, past the promise</span>
    </strong>
  );
}
