import { dayInLondon, formatLong } from "@plumbline/contract/dates.ts";
import { readProject } from "@plumbline/contract/engagements/contract.ts";
import { progressOf } from "@plumbline/contract/engagements/state-words.ts";
import { projectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { call } from "../../call.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ProjectReviews } from "../reviews/project-reviews.tsx";
import type { Route } from "./+types/project-page.ts";
import { Counterpart } from "./counterpart.tsx";
import { Files } from "./files.tsx";
import classes from "./project.module.css";
import { ProjectInvoicesList } from "./project-invoices-list.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { StatusBanner } from "./status-banner.tsx";
import { TermsRail } from "./terms-rail.tsx";
import { Timeline } from "./timeline.tsx";

export const meta = () => titled("Engagement");

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const by = { params: { id: params.projectId } };
  const [project, invoices] = await Promise.all([call(readProject, by), call(projectInvoices, by)]);
  return { project, invoices };
}

/** Rows E-10 to E-15 and E-20 to E-23: everything about one engagement, and the member's actions. */
export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  const { project, invoices } = loaderData;
  const role = useSession()?.role === "advisor" ? "advisor" : "customer";
  const { name, theme_name: theme, start_date: start, end_date: end } = project;
  const ended = project.history.findLast(({ action }) => action === "complete");
  const { percent, text } = progressOf(
    {
      status: project.status,
      startDate: start,
      endDate: end,
      endedOn: ended ? dayInLondon(new Date(ended.created_at)) : null,
    },
    new Date(),
  );
  return (
    <div className={`wrap ${classes.page}`}>
      <div className={classes.head}>
        <BackLink to="/engagements">Engagements</BackLink>
        <h1>{name}</h1>
        <p className={classes.meta}>
          <StatusBadge status={project.status} />
          <span>{theme}</span>
          <span>#{project.id}</span>
        </p>
        <StatusBanner project={project} role={role} />
        <p className={classes.description}>{project.description}</p>
      </div>

      <aside className={classes.rail}>
        <TermsRail project={project} invoices={invoices} role={role} />
        <Counterpart party={role === "advisor" ? project.customer : project.advisor} role={role} />
      </aside>

      <div className={classes.rest}>
        <section className={classes.section} aria-label="Dates">
          <p className={classes.dates}>
            <span>{formatLong(start)}</span>
            <span>{formatLong(end)}</span>
          </p>
          <ProgressBar value={percent} label="Time elapsed" text={`${percent}%, ${text}`} />
          <p className="small">{text}</p>
        </section>
        {project.attachments.length > 0 && (
          <section className={classes.section}>
            <h2>Files</h2>
            <Files files={project.attachments} />
          </section>
        )}
        {project.collaborators.length > 0 && (
          <section className={classes.section}>
            <h2>Collaborators</h2>
            <ul className={classes.people}>
              {project.collaborators.map((person) => (
                <li key={person}>{person}</li>
              ))}
            </ul>
          </section>
        )}
        {invoices.entries.length > 0 && (
          <section className={classes.section}>
            <h2>Invoices</h2>
            <ProjectInvoicesList invoices={invoices} />
          </section>
        )}
        {project.reviews.length > 0 && (
          <section className={classes.section}>
            <h2>Review</h2>
            <ProjectReviews project={project} role={role} />
          </section>
        )}
        <section className={classes.section}>
          <h2>What has happened</h2>
          <Timeline project={project} invoices={invoices} role={role} />
        </section>
      </div>
    </div>
  );
}
