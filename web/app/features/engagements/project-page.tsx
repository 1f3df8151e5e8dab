import { dayInLondon, elapsedPercent, formatLong } from "@plumbline/contract/dates.ts";
import { readProject } from "@plumbline/contract/engagements/contract.ts";
import { whereabouts } from "@plumbline/contract/engagements/rules.ts";
import { projectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { useLoaderData } from "react-router";
import { call } from "../../call.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ProjectReviews } from "../reviews/project-reviews.tsx";
import { Counterpart } from "./counterpart.tsx";
import { Files } from "./files.tsx";
import look from "./project.module.css";
import { ProjectInvoicesList } from "./project-invoices-list.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { StatusBanner } from "./status-banner.tsx";
import { TermsRail } from "./terms-rail.tsx";
import { Timeline } from "./timeline.tsx";

export const meta = () => titled("Engagement");

export async function clientLoader({ params }: { params: { projectId?: string } }) {
  const by = { params: { id: params.projectId as string } };
  const [project, invoices] = await Promise.all([call(readProject, by), call(projectInvoices, by)]);
  return { project, invoices };
}

/** Rows E-10 to E-15 and E-20 to E-23: everything about one engagement, and what the member may do with it now. */
export default function ProjectPage() {
  const { project, invoices } = useLoaderData<typeof clientLoader>();
  const role = useSession()?.role === "advisor" ? "advisor" : "customer";
  const { name, theme_name: theme, start_date: start, end_date: end } = project;
  const now = new Date();
  const passed = elapsedPercent(start, end, now);
  const where = whereabouts(start, end, dayInLondon(now));
  return (
    <div className={`wrap ${look.page}`}>
      <div className={look.head}>
        <BackLink to="/engagements">Engagements</BackLink>
        <h1>{name}</h1>
        <p className={look.meta}>
          <StatusBadge status={project.status} />
          <span>{theme}</span>
          <span>#{project.id}</span>
        </p>
        <StatusBanner project={project} role={role} />
        <p className={look.description}>{project.description}</p>
      </div>

      <aside className={look.rail}>
        <TermsRail project={project} invoices={invoices} role={role} />
        <Counterpart party={role === "advisor" ? project.customer : project.advisor} role={role} />
      </aside>

      <div className={look.rest}>
        <section className={look.section} aria-label="Dates">
          <p className={look.dates}>
            <span>{formatLong(start)}</span>
            <span>{formatLong(end)}</span>
          </p>
          <ProgressBar value={passed} label="Time elapsed" text={`${passed}%, ${where}`} />
          <p className="small">{where}</p>
        </section>
        {project.attachments.length > 0 && (
          <section className={look.section}>
            <h2>Files</h2>
            <Files files={project.attachments} />
          </section>
        )}
        {project.collaborators.length > 0 && (
          <section className={look.section}>
            <h2>Collaborators</h2>
            <ul className={look.people}>
              {project.collaborators.map((person) => (
                <li key={person}>{person}</li>
              ))}
            </ul>
          </section>
        )}
        {invoices.entries.length > 0 && (
          <section className={look.section}>
            <h2>Invoices</h2>
            <ProjectInvoicesList invoices={invoices} />
          </section>
        )}
        {project.reviews.length > 0 && (
          <section className={look.section}>
            <h2>Review</h2>
            <ProjectReviews project={project} role={role} />
          </section>
        )}
        <section className={look.section}>
          <h2>What has happened</h2>
          <Timeline project={project} invoices={invoices} role={role} />
        </section>
      </div>
    </div>
  );
}
