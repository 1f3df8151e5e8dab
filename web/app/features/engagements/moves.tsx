import { dayInLondon, formatLong } from "@plumbline/contract/dates.ts";
import { askForReview, type ProjectDetail, startProject } from "@plumbline/contract/engagements/contract.ts";
import { type Action, buttonsFor, takesInvoices, texts } from "@plumbline/contract/engagements/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { notice } from "../../ui/notice.ts";
import { onDemand } from "../../ui/on-demand.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { useLeadOn } from "../../ui/use-lead-on.ts";
import { isAsked } from "./asked-moves.ts";
import classes from "./project.module.css";

const outcomes = () => import("./outcome-dialogs.tsx");
const AcceptedDialog = onDemand(async () => ({ default: (await outcomes()).AcceptedDialog }));
const RejectedDialog = onDemand(async () => ({ default: (await outcomes()).RejectedDialog }));
const MoveDialog = onDemand(async () => ({ default: (await import("./move-dialog.tsx")).MoveDialog }));
const ReviewDialog = onDemand(async () => ({ default: (await import("../reviews/review-dialog.tsx")).ReviewDialog }));

/** The buttons of the page: the actions that the server allows, with the texts of the table (row E-23). */
export function Moves({ project, role, plusVat }: { project: ProjectDetail; role: Role; plusVat: boolean }) {
  const [open, setOpen] = useState<Action | "accepted" | "rejected" | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { revalidate } = useRevalidator();
  const leadOn = useLeadOn();
  const close = () => setOpen(null);
  const invoice = `/create-invoice?project=${project.id}`;
  const askedAt = project.reviews.length === 0 ? project.review_asked_at : null;

  const ask = async () => {
    setFailure(null);
    await call(askForReview, { params: { id: project.id }, body: {} }).finally(revalidate);
    notice(texts.reviewRequested);
  };

  return (
    <div className={classes.moves}>
      {role === "advisor" && takesInvoices(project.status) && <ButtonLink to={invoice}>{texts.sendInvoice}</ButtonLink>}
      {buttonsFor(project.allowed_actions, role).map(({ action, text, variant }) =>
        action === "update" ? (
          <ButtonLink key={action} variant={variant} to={`/edit-project/${project.id}`}>
            {text}
          </ButtonLink>
        ) : action === "ask_for_review" ? (
          <ActionButton key={action} variant={variant} onPress={ask} onFailure={setFailure}>
            {text}
          </ActionButton>
        ) : (
          <Button key={action} variant={variant} onClick={() => setOpen(action)} aria-haspopup="dialog">
            {text}
          </Button>
        ),
      )}
      {project.held_back && <p className="small">{project.held_back}</p>}
      {role === "advisor" && askedAt && (
        <p className="small" role="status">
          {texts.reviewRequested}, {formatLong(askedAt)}
        </p>
      )}
      <FailureNotice failure={failure} />

      <Suspense>
        <MoveDialog
          project={project}
          role={role}
          plusVat={plusVat}
          action={isAsked(open) && !(open === "start" && role === "advisor") ? open : null}
          onClose={close}
          onDone={(action) => {
            if (action === "complete") notice(texts.ended);
            if (action === "accept") setOpen("accepted");
            else if (action === "reject") setOpen("rejected");
            else close();
          }}
        />
      </Suspense>
      <ConfirmDialog
        opened={open === "start" && role === "advisor"}
        onClose={close}
        title="Start the work and send an invoice?"
        confirm={texts.sendInvoice}
        onConfirm={async () => {
          await call(startProject, { params: { id: project.id }, body: {} });
          await leadOn(invoice);
        }}
      >
        <p>
          Invoices are for work in progress.{" "}
          {project.start_date > dayInLondon(new Date())
            ? unbroken(`This starts the engagement now, before ${formatLong(project.start_date)}.`)
            : "This starts the engagement now."}
        </p>
      </ConfirmDialog>
      <Suspense>
        <AcceptedDialog opened={open === "accepted"} project={project} onClose={close} />
        <RejectedDialog opened={open === "rejected"} project={project} onClose={close} />
        <ReviewDialog opened={open === "review"} project={project} onClose={close} />
      </Suspense>
    </div>
  );
}
