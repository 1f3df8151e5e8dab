import { TextInput } from "@mantine/core";
import { availableCustomers, maxFiles, uploadProjectFiles } from "@plumbline/contract/engagements/contract.ts";
import { advisorDatatables } from "@plumbline/contract/reference/contract.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { call, Failure } from "../../call.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Pair } from "../../ui/form.tsx";
import { DayField, TagsInput } from "../../ui/late-inputs.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import type { PendingFiles } from "../../ui/use-form-files.ts";
import { type Loaded, useLoaded } from "../../ui/use-loaded.ts";
import type { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Uploaded } from "../../ui/use-uploads.ts";
import type { Details } from "./proposal-values.ts";

type Entry = { id: number; name: string };
/** `heldBack` says why a proposal to this customer would be refused at the moment. */
type Customer = Entry & { heldBack: string | null };
export type Lists = { customers: Loaded<Customer[]>; themes: Loaded<Entry[]> };

/** Why a proposal to the chosen customer would be refused at the moment, or null. */
export const heldBackFor = ({ customers }: Lists, id: number | null) =>
  customers.data?.find((customer) => customer.id === id)?.heldBack ?? null;

/** The customers that the advisor may propose to, and the expertise areas. */
export function useProposalLists(theme?: Entry): Lists {
  const customers = useLoaded(async () =>
    (await call(availableCustomers, {})).map(({ id, profile, company, held_back: heldBack }) => ({
      id,
      heldBack,
      name: company.company_name ? `${profile.name}, ${company.company_name}` : profile.name,
    })),
  );
  const themes = useLoaded(async () => (await call(advisorDatatables, {})).expertise_areas);
  // A theme that is not offered any more stays the proposal's.
  const missing = theme && themes.data && !themes.data.some(({ id }) => id === theme.id);
  return { customers, themes: missing ? { ...themes, data: [...(themes.data ?? []), theme] } : themes };
}

type DetailsForm = Pick<ReturnType<typeof useSchemaForm>, "field"> & {
  values: Details;
  setValue: (name: "files", files: Uploaded[]) => void;
};

/** Step 1 (row E-02). A sent proposal keeps its customer. */
export function DetailsStep({
  form,
  lists,
  client,
  onPending,
}: {
  form: DetailsForm;
  lists: Lists;
  client?: ReactNode;
  onPending: (files: PendingFiles) => void;
}) {
  const chosen = form.field("customer_id");
  return (
    <>
      {client ?? (
        <SelectField
          label="Client"
          description="Customers you have talked to or worked for."
          from={lists.customers}
          pick={(entries) => entries}
          {...chosen}
          error={heldBackFor(lists, form.values.customer_id) ?? chosen.error}
        />
      )}
      <TextInput label="Project Name" maxLength={200} {...form.field("name")} />
      <SelectField label="Project Theme" from={lists.themes} pick={(entries) => entries} {...form.field("theme")} />
      <Textarea label="Project Description" minRows={5} {...form.field("description")} />
      <Pair>
        <DayField label="Start Date" {...form.field("start_date")} />
        <DayField label="End Date" {...form.field("end_date")} />
      </Pair>
      <FileField
        label="Attachments"
        maxFiles={maxFiles}
        value={form.values.files}
        onChange={(files) => form.setValue("files", files)}
        onPending={onPending}
        upload={async (file, onProgress, signal) => {
          const [kept] = await call(uploadProjectFiles, { files: [file] }, { onProgress, signal });
          if (!kept) throw new Failure(0, "", "The file did not arrive. Please try again.");
          return kept;
        }}
      />
      <TagsInput
        label="Collaborators"
        description="Names or e-mail addresses of people who work with you on this. They are shown to your client and get no access."
        placeholder={form.values.collaborators.length === 0 ? "Type a name and press Enter" : undefined}
        maxTags={20}
        {...form.field("collaborators")}
      />
      <Checkbox
        label={
          <>
            I agree to the{" "}
            <Link to="/terms-and-conditions" target="_blank" rel="noreferrer">
              Terms and Conditions
            </Link>
          </>
        }
        {...form.field("agreement", { type: "checkbox" })}
      />
    </>
  );
}
