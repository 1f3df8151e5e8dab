import { createProject } from "@plumbline/contract/engagements/contract.ts";
import { texts } from "@plumbline/contract/engagements/rules.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/create-project-page.ts";
import { useProposalLists } from "./details-step.tsx";
import { deleteDraft, saveDraft, savedDraft } from "./draft.ts";
import { nothing } from "./proposal-values.ts";
import { ProposalWizard } from "./proposal-wizard.tsx";
import classes from "./wizard.module.css";

export const meta = () => titled("Create engagement");

// The draft is stored in this browser, so it is read here, before rendering.
export const clientLoader = () => ({ draft: savedDraft() });

/** Rows E-01 to E-08. A chat's "Create Engagement" names its customer in `?customer=`. */
export default function CreateProjectPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const [draft, setDraft] = useState(loaderData.draft);
  const [attempt, setAttempt] = useState(0);
  const lists = useProposalLists();
  const asked = Number(search.get("customer")) || null;
  const start = draft ?? { ...nothing, details: { ...nothing.details, customer_id: asked } };
  return (
    <Page
      back={{ to: "/engagements", text: "Engagements" }}
      title="Create engagement"
      sentence="Say what you will do, when, and for how much. Your client accepts it, or sends it back with a wish."
    >
      {draft && (
        <p className={classes.draft}>
          We kept what you had written.
          <Button
            variant="quiet"
            onClick={() => {
              deleteDraft();
              setDraft(null);
              setAttempt(attempt + 1);
            }}
          >
            Start afresh
          </Button>
        </p>
      )}
      <ProposalWizard
        key={attempt}
        steps={["Project description", "Payment details"]}
        start={start}
        lists={lists}
        finish="Send proposal"
        done={texts.sent}
        onChange={saveDraft}
        send={async ({ message: _, ...proposal }) => {
          await call(createProject, { body: proposal });
          deleteDraft();
        }}
      />
    </Page>
  );
}
