import { createProject } from "@plumbline/contract/engagements/contract.ts";
import { texts } from "@plumbline/contract/engagements/rules.ts";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { useSession } from "../../session.ts";
import { useMe } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { KeptNote } from "../../ui/kept-note.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/create-project-page.ts";
import { useProposalLists } from "./details-step.tsx";
import { proposalDraft } from "./draft.ts";
import { nothing } from "./proposal-values.ts";
import { ProposalWizard } from "./proposal-wizard.tsx";

// Of few visits.
const NoProposal = lazy(() => import("./no-proposal.tsx"));

export const meta = () => titled("Create engagement");

// The draft is stored in this browser, so it is read here, before rendering.
export const clientLoader = () => {
  const kept = proposalDraft();
  return { kept, draft: kept.read() };
};

/** Rows E-01 to E-08. A chat's "Create Engagement" names its customer in `?customer=`. */
export default function CreateProjectPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { standing } = useMe(useSession());
  const [kept] = useState(loaderData.kept);
  const [draft, setDraft] = useState(loaderData.draft);
  const [attempt, setAttempt] = useState(0);
  const lists = useProposalLists();
  const asked = Number(search.get("customer")) || null;
  const empty = { ...nothing, details: { ...nothing.details, customer_id: asked } };
  // A proposal that is begun in a chat is for that customer, also when a draft without a customer is continued.
  const start = draft
    ? { ...draft, details: { ...draft.details, customer_id: draft.details.customer_id ?? asked } }
    : empty;
  const page = { back: { to: "/engagements", text: "Engagements" }, title: "Create engagement" };
  const held = standing !== "open";
  if (held || lists.customers.data?.length === 0)
    return (
      <Page {...page}>
        <Suspense>
          <NoProposal held={held} />
        </Suspense>
      </Page>
    );
  return (
    <Page
      {...page}
      sentence="Say what you will do, when, and for how much. Your client accepts it, or asks for changes."
    >
      {draft && (
        <KeptNote
          onDiscard={() => {
            kept.remove();
            setDraft(null);
            setAttempt(attempt + 1);
          }}
        />
      )}
      <ProposalWizard
        key={attempt}
        steps={["Project description", "Payment details"]}
        start={start}
        lists={lists}
        finish="Send proposal"
        done={texts.sent}
        onChange={(values) => kept.write(values, empty)}
        send={async ({ message: _, ...proposal }) => {
          await call(createProject, { body: proposal }, { draft: kept.request() });
          kept.remove();
        }}
      />
    </Page>
  );
}
