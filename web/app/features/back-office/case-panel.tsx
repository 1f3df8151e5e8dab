import type { ApplicationCase } from "@plumbline/contract/back-office/queue.ts";
import { assignApplication } from "@plumbline/contract/back-office/queue.ts";
import {
  checkKindLabels,
  checkResultLabels,
  recommendationLabels,
} from "@plumbline/contract/back-office/queue-rules.ts";
import { type ReactNode, Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { momentHere } from "../../moment-here.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { Surface } from "../../ui/surface.tsx";
import classes from "./application.module.css";
import { CheckForm } from "./check-form.tsx";
import { RefereeForm } from "./referee-form.tsx";
import { WaitingFor } from "./waiting-for.tsx";

const QuestionDialog = onDemand(async () => ({ default: (await import("./question-dialog.tsx")).QuestionDialog }));

/** What is known about an application beside its answers: who works on it, question and answer, checks, references. */
export function CasePanel({
  case: it,
  reader,
  mayAct,
}: {
  case: ApplicationCase;
  reader: number | null;
  mayAct: boolean;
}) {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const mine = it.assigned?.id === reader;
  const open = it.decision === null && it.state !== "closed" && mayAct;
  const assign = async (to: "me" | "nobody") => {
    setFailure(null);
    await call(assignApplication, { params: { id: it.id }, body: { to } });
    await revalidate();
  };
  return (
    <>
      <Surface tinted>
        <Part title="Waiting">
          <p>
            <WaitingFor application={it} /> · with {it.assigned ? (mine ? "you" : it.assigned.name) : "nobody"}
          </p>
          {open && (
            <ActionButton variant="line" onFailure={setFailure} onPress={() => assign(it.assigned ? "nobody" : "me")}>
              {it.assigned ? "Put it back" : "Take it on"}
            </ActionButton>
          )}
          <FailureNotice failure={failure} />
        </Part>
      </Surface>
      <Surface>
        <Part title="Question and answer">
          {it.question ? (
            <dl className={classes.said}>
              <dt>
                {it.asked_by}, {it.asked_at && momentHere(it.asked_at)}
              </dt>
              <dd>{it.question}</dd>
              <dt>{it.answered_at ? `Answer, ${momentHere(it.answered_at)}` : "No answer yet"}</dt>
              {it.answer && <dd>{it.answer}</dd>}
            </dl>
          ) : (
            <p className="small">Nothing has been asked.</p>
          )}
          {open && it.state === "pending_review" && (
            <Button variant="line" onClick={() => setAsking(true)} aria-haspopup="dialog">
              Ask for more
            </Button>
          )}
        </Part>
      </Surface>
      <Surface>
        <Part title="Checks">
          {it.checks.length === 0 && <p className="small">Nothing has been checked.</p>}
          <ul className={classes.checks}>
            {it.checks.map(({ id, kind, result, note, by, at }) => (
              <li key={id}>
                <strong>{checkKindLabels[kind]}</strong>: {checkResultLabels[result].toLowerCase()}
                {note && <p>{note}</p>}
                <p className="small">
                  {by}, {momentHere(at)}
                </p>
              </li>
            ))}
          </ul>
          {mayAct && <CheckForm id={it.id} key={it.checks.length} />}
        </Part>
      </Surface>
      <Surface>
        <Part title="References">
          {it.referees.length === 0 && <p className="small">Nobody has been asked.</p>}
          <ul className={classes.checks}>
            {it.referees.map((referee) => (
              <li key={referee.id}>
                <strong>{referee.name}</strong>
                {referee.recommends ? `: ${recommendationLabels[referee.recommends]}` : ": asked, no answer yet"}
                {referee.known_as && <p>{referee.known_as}</p>}
                {referee.words && <p>{referee.words}</p>}
                <p className="small">
                  {referee.email}, {momentHere(referee.answered_at ?? referee.asked_at)}
                </p>
              </li>
            ))}
          </ul>
          {open && <RefereeForm id={it.id} key={it.referees.length} />}
        </Part>
      </Surface>
      {asking && (
        <Suspense>
          <QuestionDialog applicant={it} onClose={() => setAsking(false)} onDone={revalidate} />
        </Suspense>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className="eyebrow">{title}</h2>
      {children}
    </section>
  );
}
