import { TextInput } from "@mantine/core";
import { inviteStaff } from "@plumbline/contract/back-office/contract.ts";
import { type StaffRole, staffRoleLabels, staffRoles } from "@plumbline/contract/back-office/staff-roles.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";

export const roleOptions = staffRoles.map((value) => ({ value, label: staffRoleLabels[value] }));

const rules = async () => (await import("./forms.ts")).InviteForm;

/** Invites a colleague, who gets a link to create their password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: { name: "", email: "", role: initially<StaffRole>("support") },
    kept: true,
    onSubmit: async (_values, body) => {
      await call(inviteStaff, { body });
      notice(`${body.name} gets an e-mail with a link to create their password.`);
      await revalidate();
      onClose();
    },
  });
  return (
    <FormDialog title="Invite a colleague" form={form} confirm="Invite" busyText="Inviting…" onClose={onClose}>
      <TextInput label="Name" maxLength={200} {...form.field("name")} />
      <TextInput label="E-mail" type="email" maxLength={254} {...form.field("email")} />
      <Select label="Role" data={roleOptions} allowDeselect={false} {...form.field("role")} />
    </FormDialog>
  );
}
