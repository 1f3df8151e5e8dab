import { type ProjectDetail, readProject, updateProject } from "@plumbline/contract/engagements/contract.ts";
import { texts } from "@plumbline/contract/engagements/rules.ts";
import { lazy, Suspense, useState } from "react";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { KeptNote } from "../../ui/kept-note.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/edit-project-page.ts";
import { useProposalLists } from "./details-step.tsx";
import { proposalDraft } from "./draft.ts";
import { valuesOf } from "./proposal-values.ts";
import { ProposalWizard } from "./proposal-wizard.tsx";

// Few come here when there is nothing to edit.
const NothingToEdit = lazy(() => import("./nothing-to-edit.tsx"));

export const meta = () => titled("Edit project");

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return call(readProject, { params: { id: params.projectId } });
}

/** Row E-09: the same wizard for a proposal that came back, below the customer's request. */
export default function EditProjectPage({ loaderData: project }: Route.ComponentProps) {
  const back = { to: `/project/${project.id}`, text: project.name };
  if (!project.allowed_actions.includes("update"))
    return (
      <Page back={back} title="Edit project">
        <Suspense>
          <NothingToEdit project={project} />
        </Suspense>
      </Page>
    );
  return <Edit project={project} back={back} />;
}

function Edit({ project, back }: { project: ProjectDetail; back: { to: string; text: string } }) {
  const lists = useProposalLists({ id: project.theme, name: project.theme_name });
  const [kept] = useState(() => proposalDraft(project));
  const [draft, setDraft] = useState(() => kept.read());
  const [sent] = useState(() => valuesOf(project));
  const { profile, company } = project.customer;
  const suggestion = project.history.findLast(({ action }) => action === "suggest_edit");
  return (
    <Page back={back} title="Edit project" sentence={`${profile.name} sees what you change, and decides again.`}>
      {suggestion && (
        <Banner tone="wait" title={`${profile.name} asked for a change`}>
          {suggestion.message ? `“${suggestion.message}”` : "Without a word about what. You can ask in the chat."}
        </Banner>
      )}
      {draft && (
        <KeptNote
          onDiscard={() => {
            kept.remove();
            setDraft(null);
          }}
        />
      )}
      <ProposalWizard
        key={draft ? "draft" : "sent"}
        steps={["Project Detail", "Payment Detail"]}
        start={draft ?? sent}
        lists={lists}
        client={company.company_name ? `${profile.name}, ${company.company_name}` : profile.name}
        finish="Update Project"
        done={texts.updated}
        withMessage
        onChange={(values) => kept.write(values, sent)}
        send={async (change) => {
          await call(updateProject, { params: { id: project.id }, body: { ...change, version: kept.version } });
          kept.remove();
        }}
      />
    </Page>
  );
}
