import { formatLong } from "@plumbline/contract/dates.ts";
import { type ProjectDetail, startProject } from "@plumbline/contract/engagements/contract.ts";
import { texts } from "@plumbline/contract/engagements/rules.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import classes from "./project.module.css";

type Props = { opened: boolean; project: ProjectDetail; onClose: () => void };

/** After accepting (row E-10). An engagement before its start date can be started here. */
export function AcceptedDialog({ opened, project, onClose }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { revalidate } = useRevalidator();
  const waits = project.status === "accepted";
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.acceptedTitle} classNames={{ title: classes.modalTitle }}>
      <div className={classes.outcome}>
        <p>
          {unbroken(
            waits
              ? `Work starts by itself on ${formatLong(project.start_date)}. You can also start it now.`
              : "The engagement is in progress.",
          )}
        </p>
        <FailureNotice failure={failure} />
        <div className={classes.outcomeActions}>
          {waits && (
            <Button variant="line" onClick={onClose}>
              Wait for the day
            </Button>
          )}
          <ActionButton
            onFailure={setFailure}
            onPress={async () => {
              setFailure(null);
              if (waits) await call(startProject, { params: { id: project.id }, body: {} }).finally(revalidate);
              onClose();
            }}
          >
            {texts.startToWork}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}

/** After rejecting (row E-11): the conversation continues. */
export function RejectedDialog({ opened, project, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.rejectedTitle} classNames={{ title: classes.modalTitle }}>
      <div className={classes.outcome}>
        <p>{addressOf(project.advisor.profile.name)} can send you a new proposal after you have talked.</p>
        <div className={classes.outcomeActions}>
          <ButtonLink to={`/messages/${project.advisor.id}`}>{texts.goToChat}</ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}
