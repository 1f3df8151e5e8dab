import { formatLong } from "@plumbline/contract/dates.ts";
import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import type { Sanction, StaffSanction } from "@plumbline/contract/sanctions/contract.ts";
import {
  appealOutcomeLabels,
  groundLabels,
  type SanctionKind,
  sanctionEndLabels,
  sanctionKindLabels,
} from "@plumbline/contract/sanctions/rules.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFileLink } from "../../file-addresses.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import { fileSize } from "../../ui/file-size.ts";
import { unbroken } from "../../ui/unbroken.tsx";
import classes from "./sanctions.module.css";

const tones: Record<SanctionKind, Tone> = { warning: "wait", removal: "wait", restriction: "wait", suspension: "bad" };

type Shown = Omit<Sanction, "allowed_actions" | "appeal"> & Partial<Pick<StaffSanction, "imposed_by" | "ended_by">>;

/** A decision as its member reads it; staff also read who made it. `children` is what follows from it. */
export function SanctionWords({
  sanction,
  level = 2,
  linked = true,
  children,
}: {
  sanction: Shown;
  level?: 2 | 3;
  /** Evidence leads to the member's own pages, which staff do not have. */
  linked?: boolean;
  children?: ReactNode;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  const { kind, end, until, ended_at: endedAt, imposed_by: by, ended_by: endedBy } = sanction;
  return (
    <>
      <div className={classes.head}>
        <Heading>{unbroken(`${sanctionKindLabels[kind]} of ${formatLong(sanction.imposed_at)}`)}</Heading>
        <Badge tone={end ? "quiet" : tones[kind]}>{end ? sanctionEndLabels[end] : stateOf(kind)}</Badge>
      </div>
      <Facts
        rows={[
          ["About", groundLabels[sanction.grounds]],
          ["Decided by", by ?? null],
          ["Ends on", !end && until ? formatLong(until) : null],
          ["Ended on", endedAt ? `${formatLong(endedAt)}${endedBy ? `, by ${endedBy}` : ""}` : null],
        ]}
      />
      <Words title="The reason">{sanction.reason}</Words>
      <Words title="What happens next">{sanction.next_steps}</Words>
      {sanction.end_reason && <Words title="Why it ended">{sanction.end_reason}</Words>}
      {sanction.evidence.length > 0 && (
        <div>
          <p className="small">What the decision relies on</p>
          <ul className={classes.evidence}>
            {sanction.evidence.map(({ label, text, path }) => (
              <li key={`${path} ${label} ${text}`}>
                {linked ? <Link to={path}>{label}</Link> : <strong>{label}</strong>}
                {text && <blockquote className={classes.quote}>{text}</blockquote>}
              </li>
            ))}
          </ul>
        </div>
      )}
      <AttachedFiles files={sanction.attachments} forMember={linked} />
      {children}
    </>
  );
}

const stateOf = (kind: SanctionKind) => (kind === "restriction" || kind === "suspension" ? "In force" : "Stands");

/** A paragraph with its name above it; line breaks are kept. */
export function Words({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <p className="small">{title}</p>
      <p className={classes.words}>{children}</p>
    </div>
  );
}

/** Files open in a new tab. Addresses are renewed for members only, while the page stays open. */
function AttachedFiles({ files, forMember }: { files: readonly Attachment[]; forMember: boolean }) {
  if (files.length === 0) return null;
  const Of = forMember ? RenewedLink : FileLink;
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id}>
          <Of {...file} />
        </li>
      ))}
    </ul>
  );
}

const RenewedLink = (file: Attachment) => <FileLink {...file} link={useFileLink(file.file)} />;

function FileLink({ link, ...file }: Attachment & { link?: ReturnType<typeof useFileLink> }) {
  return (
    <a target="_blank" rel="noreferrer" href={file.file} {...link}>
      {file.file_name} <span className="small">{fileSize(file.file_size)}</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

type Appeal = NonNullable<Sanction["appeal"]>;

/** What a member wrote against a decision, and the answer or its clock. */
export function AppealWords({ appeal, forMember = true }: { appeal: Appeal; forMember?: boolean }) {
  return (
    <section className={classes.section} aria-label="Appeal">
      <div className={classes.head}>
        <h3>{unbroken(`Appeal of ${formatLong(appeal.made_at)}`)}</h3>
        <Badge tone={appeal.outcome ? "calm" : "wait"}>
          {appeal.outcome ? appealOutcomeLabels[appeal.outcome] : clockOf(appeal.due_at)}
        </Badge>
      </div>
      <p className={classes.words}>{appeal.text}</p>
      <AttachedFiles files={appeal.attachments} forMember={forMember} />
      {appeal.answer && <Words title="The answer">{appeal.answer}</Words>}
    </section>
  );
}

/** How long there is until an answer is due: "answer by 29 November 2026". */
export function clockOf(due: string, now = new Date()): string {
  const late = Date.parse(due) < now.getTime();
  return late ? `Due since ${formatLong(due)}` : `Answer by ${formatLong(due)}`;
}
