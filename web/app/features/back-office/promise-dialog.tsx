import { TextInput } from "@mantine/core";
import { changePromise } from "@plumbline/contract/back-office/queue.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).PromiseForm;

/** Changes within how many days applications are decided; what waits longer is marked. */
export function PromiseDialog({ days, onClose }: { days: number; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: { decide_within_days: String(days) },
    kept: true,
    onSubmit: async (_values, body) => {
      await call(changePromise, { body });
      notice("The promise is changed.");
      onClose();
      await revalidate();
    },
  });
  return (
    <FormDialog title="What we promise" form={form} confirm="Change the promise" onClose={onClose}>
      <TextInput
        label="Days until a decision"
        description="What waits longer is marked here and on the desk."
        inputMode="numeric"
        maxLength={2}
        {...form.field("decide_within_days")}
      />
    </FormDialog>
  );
}
