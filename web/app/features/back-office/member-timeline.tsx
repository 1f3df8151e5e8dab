import type { TimelineEntry } from "@plumbline/contract/back-office/members.ts";
import { type TimelineKind, timelineKinds } from "@plumbline/contract/back-office/timeline-kinds.ts";
import { Link } from "react-router";
import { dotted } from "../../dotted.ts";
import { momentHere } from "../../moment-here.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import classes from "./member.module.css";

const labels: Record<TimelineKind, string> = {
  money: "Money",
  engagements: "Engagements",
  sign_ins: "Sign-ins",
  staff: "Staff",
  mail: "Mail",
};

type Page = {
  entries: readonly TimelineEntry[];
  next: { before_event: number; before_mail: number } | null;
};

/** Everything that has happened around a member, the newest first, along the plumb line. */
export function MemberTimeline({ page: { entries, next }, kind }: { page: Page; kind: TimelineKind | undefined }) {
  const chips = [{ to: "?", text: "All", current: kind === undefined }].concat(
    timelineKinds.map((each) => ({ to: `?kind=${each}`, text: labels[each], current: each === kind })),
  );
  const further = new URLSearchParams({
    ...(kind && { kind }),
    ...(next && { before_event: String(next.before_event), before_mail: String(next.before_mail) }),
  });
  return (
    <>
      <nav aria-label="Show">
        <ul className={classes.chips}>
          {chips.map(({ to, text, current }) => (
            <li key={text}>
              <Link to={to} aria-current={current ? "true" : undefined} preventScrollReset>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {entries.length === 0 ? (
        <EmptyState title="Nothing of the kind" text="What happens from now on appears here." />
      ) : (
        <PlumbLine>
          {entries.map((entry, index) => (
            <PlumbStep
              key={entry.key}
              title={
                entry.invoice_id ? (
                  <strong>
                    <Link to={`/back-office/invoices/${entry.invoice_id}`}>{entry.title}</Link>
                  </strong>
                ) : (
                  entry.title
                )
              }
              when={<time dateTime={entry.at}>{momentHere(entry.at)}</time>}
              now={index === 0}
            >
              {(entry.by || entry.text) && <p className="small">{dotted(entry.by, entry.text)}</p>}
            </PlumbStep>
          ))}
        </PlumbLine>
      )}
      {next && (
        <p className={classes.more}>
          <ButtonLink variant="line" to={`?${further}`}>
            Earlier
          </ButtonLink>
        </p>
      )}
    </>
  );
}
