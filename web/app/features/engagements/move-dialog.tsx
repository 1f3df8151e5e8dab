import { formatLong } from "@plumbline/contract/dates.ts";
import {
  acceptProject,
  completeProject,
  type ProjectDetail,
  rejectProject,
  startProject,
  suggestEdit,
} from "@plumbline/contract/engagements/contract.ts";
import { buttons } from "@plumbline/contract/engagements/rules.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { fieldsLike } from "../../is-like.ts";
import { useSavedInput } from "../../saved-input.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import type { Asked } from "./asked-moves.ts";

const calls = {
  accept: acceptProject,
  reject: rejectProject,
  suggest_edit: suggestEdit,
  start: startProject,
  complete: completeProject,
};

type Facts = { project: ProjectDetail; role: Role; other: string; plusVat: boolean };
type Question = { title: string; text: string; message?: string };

const questions: Record<Asked, (facts: Facts) => Question> = {
  accept: ({ project, plusVat }) => ({
    title: "Accept this project?",
    text: `You agree to ${formatPounds(project.total_payment)} in total${plusVat ? ", plus VAT" : ""}, from ${formatLong(project.start_date)} to ${formatLong(project.end_date)}. Nothing is charged until you pay an invoice.`,
  }),
  reject: ({ other }) => ({
    title: "Reject this project?",
    text: `${other} is told. This proposal cannot be taken up again.`,
  }),
  suggest_edit: ({ other }) => ({
    title: "Suggest an edit?",
    text: `The proposal goes back to ${other}, who changes it and sends it again.`,
    message: "What would you like changed?",
  }),
  start: ({ project }) => ({
    title: "Start to work now?",
    text: `The agreed start is ${formatLong(project.start_date)}.`,
  }),
  complete: ({ role }) => ({
    title: role === "customer" ? "Finish this project?" : "End this project?",
    text: `It is completed for both of you then, and takes no further invoices. ${role === "customer" ? "You can leave a review afterwards." : "Send what you still want to invoice first."}`,
  }),
};

const noMessages: Record<Asked, string> = { accept: "", reject: "", suggest_edit: "", start: "", complete: "" };

/** Confirms a transition, with an optional message to the other member that is kept in the history (decision 21). */
export function MoveDialog({
  project,
  role,
  plusVat,
  action,
  onClose,
  onDone,
}: {
  project: ProjectDetail;
  role: Role;
  /** Whether the advisor's invoices carry VAT on top of what is agreed. */
  plusVat: boolean;
  action: Asked | null;
  onClose: () => void;
  onDone: (action: Asked) => void;
}) {
  /** What was typed for each action: a dialog that is closed has it again when it is opened. */
  const [messages, setMessages] = useState<Partial<Record<Asked, string>>>({});
  useSavedInput(
    "move-messages",
    () => (Object.values(messages).some(Boolean) ? messages : null),
    (kept) => setMessages(fieldsLike(noMessages, kept)),
  );
  const { revalidate } = useRevalidator();
  const done = useRef<Asked | null>(null);
  // Keeps its text while the dialog closes.
  const last = useRef<Asked>("accept");
  // What the dialog says and asks about is what was shown when it was opened, whatever a live update brings meanwhile.
  const shown = useRef(project);
  if (action) last.current = action;
  else shown.current = project;
  const other = addressOf((role === "customer" ? project.advisor : project.customer).profile.name);
  const question = questions[last.current]({ project: shown.current, role, other, plusVat });
  const button = buttons.find((each) => each.action === last.current && each.by === role);
  return (
    <ConfirmDialog
      opened={action !== null}
      onClose={() => {
        const moved = done.current;
        done.current = null;
        if (moved) onDone(moved);
        else onClose();
      }}
      title={question.title}
      confirm={button?.text ?? "Yes"}
      variant={button?.variant === "danger" ? "danger" : "primary"}
      onConfirm={async () => {
        if (!action) return;
        // Whether it succeeded or not, the page then shows the current state.
        const body = { message: messages[action] ?? "", version: shown.current.version };
        await call(calls[action], { params: { id: project.id }, body }).finally(revalidate);
        setMessages({});
        done.current = action;
      }}
    >
      <p>{unbroken(question.text)}</p>
      <Textarea
        label={question.message ?? `A word to ${other} (optional)`}
        minRows={2}
        maxLength={2000}
        value={messages[last.current] ?? ""}
        onChange={(event) => setMessages({ ...messages, [last.current]: event.currentTarget.value })}
      />
    </ConfirmDialog>
  );
}
