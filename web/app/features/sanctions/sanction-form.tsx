import {
  imposeSanction,
  type MemberSanctions,
  reopenMember,
  uploadEvidence,
} from "@plumbline/contract/sanctions/contract.ts";
import {
  type Ground,
  groundLabels,
  grounds,
  type SanctionAct,
  standingTexts,
} from "@plumbline/contract/sanctions/rules.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FileField } from "../../ui/file-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { DayField, Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Uploaded } from "../../ui/use-uploads.ts";

type Imposed = Exclude<SanctionAct, "reopen">;

/** The texts of each act, from its button to the notice that it is done. */
export const actWords: Record<SanctionAct, { button: string; title: string; means: string; done: string }> = {
  warn: {
    button: "Warn",
    title: "Warn this member?",
    means: "They are told what was wrong. Nothing else changes.",
    done: "The member has been warned.",
  },
  restrict: {
    button: "Restrict",
    title: "Restrict this account?",
    means: `They read: “${standingTexts.restricted}”`,
    done: "The account is restricted. The member has been told.",
  },
  suspend: {
    button: "Suspend",
    title: "Suspend this account?",
    means: `They read: “${standingTexts.suspended}”`,
    done: "The account is suspended. The member has been told.",
  },
  reopen: {
    button: "Reopen",
    title: "Reopen this account?",
    means: "Every restriction and suspension ends, and the member is told.",
    done: "The account is open again. The member has been told.",
  },
};

const rules = async () => (await import("./forms.ts")).SanctionFields;
const reopenRules = async () => (await import("./forms.ts")).ReopenForm;

/** The dialog of an act: what it is about, the reason, what happens next, until when, and evidence. */
export function SanctionDialog({
  act,
  member,
  onClose,
}: {
  act: SanctionAct | null;
  member: MemberSanctions["member"];
  onClose: () => void;
}) {
  if (!act) return null;
  if (act === "reopen") return <ReopenDialog member={member} onClose={onClose} />;
  return <ImposeDialog act={act} member={member} onClose={onClose} />;
}

type DialogProps = { member: MemberSanctions["member"]; onClose: () => void };

function ImposeDialog({ act, member, onClose }: DialogProps & { act: Imposed }) {
  const { revalidate } = useRevalidator();
  const words = actWords[act];
  const uploads = useFormFiles();
  const form = useSchemaForm(rules, {
    initialValues: {
      grounds: initially<Ground | null>(null),
      reason: "",
      next_steps: "",
      until: initially<string | null>(null),
      files: initially<Uploaded[]>([]),
    },
    about: act,
    serverNames: { attachment_ids: "files" },
    onSubmit: async (_, { files, ...decision }) => {
      uploads.requireAll();
      const body = { ...decision, act, attachment_ids: files.map(({ id }) => id) };
      await call(imposeSanction, { params: { id: member.id }, body }).finally(revalidate);
      notice(words.done);
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.title}
      form={{ ...form, busy: form.busy || uploads.uploading }}
      confirm={words.button}
      busyText={uploads.uploading ? "Uploading…" : "Deciding…"}
      variant={act === "warn" ? "primary" : "danger"}
      size="lg"
      onClose={onClose}
    >
      <p>{words.means}</p>
      <Select
        label="What is it about?"
        data={grounds.map((value) => ({ value, label: groundLabels[value] }))}
        allowDeselect={false}
        {...form.field("grounds")}
      />
      <Textarea
        label="Reason"
        description={`${member.name} reads it.`}
        minRows={3}
        maxLength={2000}
        {...form.field("reason")}
      />
      <Textarea
        label="What happens next"
        description="What we do, and what they can do."
        minRows={2}
        maxLength={2000}
        {...form.field("next_steps")}
      />
      {act !== "warn" && (
        <DayField label="Until (optional)" description="The day on which it ends by itself." {...form.field("until")} />
      )}
      <FileField
        label="Evidence (optional)"
        hint={`Up to 25 MB each. ${member.name} sees it.`}
        value={form.values.files}
        onChange={(files) => form.setValue("files", files)}
        upload={(file, onProgress, signal) => call(uploadEvidence, { files: [file] }, { onProgress, signal })}
        error={form.field("files").error}
        onPending={uploads.onPending("files")}
      />
    </FormDialog>
  );
}

function ReopenDialog({ member, onClose }: DialogProps) {
  const { revalidate } = useRevalidator();
  const words = actWords.reopen;
  const form = useSchemaForm(reopenRules, {
    initialValues: { reason: "" },
    onSubmit: async (_, body) => {
      await call(reopenMember, { params: { id: member.id }, body }).finally(revalidate);
      notice(words.done);
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.title}
      form={form}
      confirm={words.button}
      busyText="Reopening…"
      size="lg"
      onClose={onClose}
    >
      <p>{words.means}</p>
      <Textarea
        label="Reason"
        description={`${member.name} reads it.`}
        minRows={3}
        maxLength={2000}
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
