import { Textarea } from "@mantine/core";
import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import {
  approveApplication,
  readApplication,
  reasonMessage,
  rejectApplication,
} from "@plumbline/contract/back-office/contract.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { required } from "@plumbline/contract/fields.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { z } from "zod";
import { call } from "../../call.ts";
import { useSavedInput } from "../../saved-input.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormActions } from "../../ui/form.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/application-page.ts";
import classes from "./application.module.css";
import { tones } from "./applications-page.tsx";

export const meta = () => titled("Application");

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return call(readApplication, { params: { id: params.id } });
}

const Reason = z.object({ reason: required(reasonMessage, 2000) });
const decisions = {
  approve: { endpoint: approveApplication, title: "Approve this application?", done: "Approved.", label: "Approve" },
  reject: { endpoint: rejectApplication, title: "Reject this application?", done: "Rejected.", label: "Reject" },
} as const;

/** One application: its answers, and the decision with its reason and its decider (decision 2). */
export default function ApplicationPage({ loaderData: application }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [reason, setReason] = useState("");
  const [complaint, setComplaint] = useState("");
  useSavedInput("decision", () => reason || null, setReason);
  const [asking, setAsking] = useState<keyof typeof decisions | null>(null);
  const decision = asking && decisions[asking];

  const ask = (which: keyof typeof decisions) => {
    const read = Reason.safeParse({ reason });
    setComplaint(read.error?.issues[0]?.message ?? "");
    if (read.success) setAsking(which);
  };

  return (
    <Page
      back={{ to: "/back-office", text: "Applications" }}
      title={application.name}
      badge={<Badge tone={tones[application.state]}>{staffStateLabels[application.state]}</Badge>}
      sentence={`Applied as ${application.role === "advisor" ? "an advisor" : "a business member"} on ${formatLong(application.applied_at)}. ${
        application.verified_at ? "The e-mail is verified." : "The e-mail is not verified yet."
      }`}
      width="reading"
    >
      {application.email_refused && (
        <Banner tone="bad" title="Mail to this address was refused">
          {application.email_refused}
        </Banner>
      )}
      <dl className={classes.answers}>
        <div>
          <dt>E-mail</dt>
          <dd>{application.email}</dd>
        </div>
        {application.answers.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {application.decision ? (
        <Banner
          tone={application.decision === "approved" ? "calm" : "bad"}
          title={`${application.decision === "approved" ? "Approved" : "Rejected"}${application.decided_by ? ` by ${application.decided_by}` : ""}${
            application.decided_at ? ` on ${formatLong(application.decided_at)}` : ""
          }`}
        >
          {application.decision_reason}
        </Banner>
      ) : (
        <section className={classes.decide} aria-label="Decision">
          <Textarea
            label="Reason"
            description="The applicant reads it in the e-mail."
            autosize
            minRows={3}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={complaint || undefined}
          />
          <FormActions>
            <Button onClick={() => ask("approve")}>Approve</Button>
            <Button variant="danger" onClick={() => ask("reject")}>
              Reject
            </Button>
          </FormActions>
        </section>
      )}
      {decision && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(null)}
          title={decision.title}
          confirm={decision.label}
          variant={asking === "reject" ? "danger" : "primary"}
          onConfirm={async () => {
            await call(decision.endpoint, { params: { id: application.id }, body: { reason } });
            setReason("");
            notice(decision.done);
            await revalidate();
          }}
        >
          <p>
            {application.name} gets an e-mail with your reason
            {asking === "approve" && !application.verified_at ? " once their address is verified" : ""}. This cannot be
            taken back.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
