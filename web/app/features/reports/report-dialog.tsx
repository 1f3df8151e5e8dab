import { makeReport } from "@plumbline/contract/reports/contract.ts";
import { groundsFor, reportTexts } from "@plumbline/contract/reports/rules.ts";
import { type Ground, groundLabels } from "@plumbline/contract/sanctions/rules.ts";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Reported } from "./reported.ts";

const rules = async () => (await import("./forms.ts")).ReportFields;

/** Asks what is wrong and says what happens next. */
export function ReportDialog({ thing, what, onClose }: { thing: Reported; what: string; onClose: () => void }) {
  const { kind, id, conversationId } = thing;
  const form = useSchemaForm(rules, {
    initialValues: { grounds: initially<Ground | null>(null), words: "" },
    draft: `report ${kind} ${id}`,
    onSubmit: async (_, { grounds, words }) => {
      await call(makeReport, { body: { kind, id, conversation_id: conversationId, grounds, words } });
      notice("Thank you. We have your report.");
      onClose();
    },
  });
  return (
    <FormDialog title={`Report ${what}`} form={form} confirm="Send the report" busyText="Sending…" onClose={onClose}>
      <Select
        label="What is wrong?"
        data={groundsFor[kind].map((value) => ({ value, label: groundLabels[value] }))}
        allowDeselect={false}
        {...form.field("grounds")}
      />
      <Textarea label="In a few words" minRows={3} maxLength={2000} {...form.field("words")} />
      <p className="small">
        <strong>What happens next.</strong> {reportTexts.next}
      </p>
    </FormDialog>
  );
}
