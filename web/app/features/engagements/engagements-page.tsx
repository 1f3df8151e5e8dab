import { listProjects, type Project } from "@plumbline/contract/engagements/contract.ts";
import { statuses } from "@plumbline/contract/engagements/rules.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/engagements-page.ts";
import { AdvisorActions, AdvisorNote } from "./advisor-extras.tsx";
import { CustomerSummary } from "./customer-summary.tsx";
import { EngagementEntry } from "./engagement-entry.tsx";
import classes from "./engagements.module.css";
import { EngagementsFilter } from "./engagements-filter.tsx";

export const meta = () => titled("Engagements");

const pageSize = 20;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const status = statuses.find((each) => each === search.get("status"));
  const order = search.get("order") === "asc" ? "asc" : "desc";
  const from = search.get("from") ?? undefined;
  const rows = await call(listProjects, {
    // One more than is shown, to tell whether there is a next page.
    query: { status, order, limit: pageSize + 1, ...(order === "asc" ? { after: from } : { before: from }) },
  });
  return { engagements: rows.slice(0, pageSize), more: rows.length > pageSize };
}

// Our own wording: the specification only says that it differs by role (row E-18).
const sentences = {
  advisor: "What you have proposed, what you are working on and what you have finished.",
  customer: "What advisors have proposed to you, what is under way and what is done.",
};

/** Rows E-16 to E-19. */
export default function EngagementsPage({ loaderData }: Route.ComponentProps) {
  const { engagements, more } = loaderData;
  const [search] = useSearchParams();
  const [customer, setCustomer] = useState<Project["customer"] | null>(null);
  const role = useSession()?.role === "advisor" ? "advisor" : "customer";
  const next = new URLSearchParams(search);
  next.set("from", String(engagements.at(-1)?.id));
  const first = new URLSearchParams(search);
  first.delete("from");
  return (
    <Page title="Engagements" sentence={sentences[role]} action={role === "advisor" && <AdvisorActions />}>
      {role === "advisor" && <AdvisorNote />}
      <EngagementsFilter />
      {engagements.length === 0 ? (
        <Nothing role={role} filtered={search.has("status") || search.has("from")} />
      ) : (
        <ul className={classes.list}>
          {engagements.map((engagement) => (
            <EngagementEntry key={engagement.id} engagement={engagement} role={role} onCustomer={setCustomer} />
          ))}
        </ul>
      )}
      {(more || search.has("from")) && (
        <nav className={classes.pages} aria-label="Pages">
          {search.has("from") && (
            <ButtonLink variant="line" to={`?${first}`}>
              Back to the first
            </ButtonLink>
          )}
          {more && (
            <ButtonLink variant="line" to={`?${next}`} rel="next">
              Next
            </ButtonLink>
          )}
        </nav>
      )}
      <CustomerSummary customer={customer} onClose={() => setCustomer(null)} />
    </Page>
  );
}

function Nothing({ role, filtered }: { role: "advisor" | "customer"; filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState
        title="Nothing with this status"
        text="Engagements move from one status to the next; look at all of them to find yours."
        action={
          <ButtonLink variant="line" to="/engagements">
            Show all
          </ButtonLink>
        }
      />
    );
  return role === "advisor" ? (
    <EmptyState
      title="No engagements yet"
      text="Propose one to a customer who has written to you. Once they accept, you run it, end it and invoice it from here."
      action={<ButtonLink to="/create-project">Add New Project</ButtonLink>}
    />
  ) : (
    <EmptyState
      title="No engagements yet"
      text="When an advisor sends you a proposal it appears here, for you to accept, reject or send back for changes."
      action={<ButtonLink to="/search-advisor">Find An Advisor</ButtonLink>}
    />
  );
}
