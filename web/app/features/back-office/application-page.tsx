import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import { approveApplication, readApplication } from "@plumbline/contract/back-office/contract.ts";
import { listQueue, readCase, undoDecision } from "@plumbline/contract/back-office/queue.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { isLike } from "../../is-like.ts";
import { useSavedInput } from "../../saved-input.ts";
import { useSession } from "../../session.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { useMe } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { notice, noticeFailure } from "../../ui/notice.ts";
import { onDemand } from "../../ui/on-demand.ts";
import { Page } from "../../ui/page.tsx";
import { WithSidebar } from "../../ui/surface.tsx";
import { useLeadOn } from "../../ui/use-lead-on.ts";
import type { Route } from "./+types/application-page.ts";
import { AnswersList } from "./answers-list.tsx";
import { tones } from "./application-state.ts";
import { CasePanel } from "./case-panel.tsx";
import { DecisionForm } from "./decision-form.tsx";

const ReasonDialog = onDemand(async () => ({ default: (await import("./reason-dialog.tsx")).ReasonDialog }));

export const meta = () => titled("Application");

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const byId = { params: { id: params.id } };
  const [application, it] = await Promise.all([call(readApplication, byId), call(readCase, byId)]);
  return { application, case: it };
}

/** One application: its answers, what was found out about it, and the decision with its reason and its decider (decision 2). */
export default function ApplicationPage({ loaderData: { application, case: it } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const leadOn = useLeadOn();
  const { id: reader } = useMe(useSession());
  const [undoing, setUndoing] = useState(false);
  const [reason, setReason] = useState("");
  useSavedInput(
    "decision",
    () => reason || null,
    (kept) => isLike("", kept) && setReason(kept),
  );
  const mayAct = useMay()(approveApplication);

  /** The next one that waits, or the queue when nobody else does. */
  const goOn = async () => {
    const { entries } = await call(listQueue, { query: {} });
    const next = entries.find(({ id, asked }) => id !== application.id && !asked);
    await leadOn(next ? `/back-office/applications/${next.id}` : "/back-office/applications");
  };

  return (
    <Page
      back={{ to: "/back-office/applications", text: "Applications" }}
      title={application.name}
      badge={<Badge tone={tones[application.state]}>{staffStateLabels[application.state]}</Badge>}
      sentence={`Applied as ${application.role === "advisor" ? "an advisor" : "a business member"} on ${formatLong(application.applied_at)}. ${
        application.verified_at ? "The e-mail is verified." : "The e-mail is not verified yet."
      }`}
      note={<ReadOnlyNote of={approveApplication} />}
    >
      <WithSidebar sidebar={<CasePanel case={it} reader={reader} mayAct={mayAct} />}>
        {application.email_refused && (
          <Banner tone="bad" title="Mail to this address was refused">
            {application.email_refused}
          </Banner>
        )}
        <AnswersList email={application.email} answers={application.answers} />
        {application.decision ? (
          <Banner
            tone={application.decision === "approved" ? "calm" : "bad"}
            title={`${application.decision === "approved" ? "Approved" : "Rejected"}${application.decided_by ? ` by ${application.decided_by}` : ""}${
              application.decided_at ? ` on ${formatLong(application.decided_at)}` : ""
            }`}
            action={
              mayAct &&
              it.undo_refusal === null && (
                <Button variant="line" onClick={() => setUndoing(true)} aria-haspopup="dialog">
                  Undo
                </Button>
              )
            }
          >
            {application.decision_reason}
            {mayAct && it.undo_refusal && <p className="small">{it.undo_refusal}</p>}
          </Banner>
        ) : (
          mayAct && (
            <DecisionForm
              application={application}
              reason={reason}
              onReason={setReason}
              onDone={async (done) => {
                notice(done);
                setReason("");
                await revalidate();
              }}
            />
          )
        )}
        {application.decision && mayAct && (
          <p>
            <TextButton onClick={() => goOn().catch(noticeFailure)}>Next application</TextButton>
          </p>
        )}
      </WithSidebar>
      {undoing && (
        <Suspense>
          <ReasonDialog
            title="Undo this decision?"
            confirm="Undo"
            variant="danger"
            onClose={() => setUndoing(false)}
            onConfirm={async (words) => {
              await call(undoDecision, { params: { id: application.id }, body: { reason: words } });
              await revalidate();
            }}
          >
            <p>{application.name} is told why, and the application waits again.</p>
          </ReasonDialog>
        </Suspense>
      )}
    </Page>
  );
}
