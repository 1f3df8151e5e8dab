import { TextInput } from "@mantine/core";
import type { Kind } from "@plumbline/contract/reference/contract.ts";
import { addEntry } from "@plumbline/contract/reference/lists.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).EntryForm;

/** Adds an entry to a list, or a city to a country. */
export function AddEntry({ kind, country, onClose }: { kind: Kind; country: number | undefined; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: { name: "" },
    kept: true,
    onSubmit: async (_values, { name }) => {
      await call(addEntry, { params: { kind }, body: { name, ...(country && { country_id: country }) } });
      notice(`${name} can be chosen from now on.`);
      await revalidate();
      onClose();
    },
  });
  return (
    <FormDialog title="Add an entry" form={form} confirm="Add" busyText="Adding…" onClose={onClose}>
      <TextInput label="Name" maxLength={100} {...form.field("name")} />
    </FormDialog>
  );
}
