import { TextInput } from "@mantine/core";
import * as lists from "@plumbline/contract/reference/lists.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { useClosing } from "../../ui/use-closing.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).EntryForm;

type Props = { entry: lists.ListEntry; others: readonly lists.ListEntry[]; onClose: () => void };

/** What staff do with one entry of a list: rename, retire or offer again, merge into another. */
export function ManageEntry({ entry, others, onClose }: Props) {
  const { id, name, offered, version } = entry;
  const { revalidate } = useRevalidator();
  const [merging, setMerging] = useState(false);
  const params = { id };
  const done = async (said: string) => {
    notice(said);
    await revalidate();
    onClose();
  };
  const form = useSchemaForm(rules, {
    initialValues: { name },
    about: id,
    kept: true,
    onSubmit: async (_values, read) => {
      await call(lists.renameEntry, { params, body: { name: read.name, version } });
      await done(`${name} is called ${read.name} now.`);
    },
  });
  const close = useClosing(form.failure, onClose);
  if (merging) return <Merge entry={entry} others={others} onClose={onClose} onDone={done} />;
  return (
    <Dialog opened onClose={close} title={name}>
      <Form {...form.props}>
        <TextInput
          label="Name"
          description="Everybody who has it has it under the new name."
          maxLength={100}
          {...form.field("name")}
        />
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Renaming…">
            Rename
          </SubmitButton>
          {offered ? (
            <ActionButton
              variant="line"
              onFailure={form.setFailure}
              onPress={async () => {
                form.setFailure(null);
                await call(lists.retireEntry, { params, body: { version } });
                await done(`${name} is not offered any more. Those who have it keep it.`);
              }}
            >
              Retire
            </ActionButton>
          ) : (
            <ActionButton
              variant="line"
              onFailure={form.setFailure}
              onPress={async () => {
                form.setFailure(null);
                await call(lists.offerEntry, { params, body: { version } });
                await done(`${name} can be chosen again.`);
              }}
            >
              Offer again
            </ActionButton>
          )}
          {others.length > 1 && (
            <Button variant="line" onClick={() => setMerging(true)}>
              Merge
            </Button>
          )}
        </FormActions>
      </Form>
    </Dialog>
  );
}

function Merge({ entry, others, onClose, onDone }: Props & { onDone: (said: string) => Promise<void> }) {
  const [into, setInto] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const { id, name, version, uses } = entry;
  const all = uses.profiles + uses.searches + uses.engagements;
  const other = others.find((each) => String(each.id) === into);
  const choices = others.filter((each) => each.id !== id).map((each) => ({ value: String(each.id), label: each.name }));
  if (asking && other)
    return (
      <ConfirmDialog
        opened
        onClose={() => setAsking(false)}
        title={`Merge ${name} into ${other.name}?`}
        confirm="Merge"
        variant="danger"
        onConfirm={async () => {
          await call(lists.mergeEntry, { params: { id }, body: { into: other.id, version } });
          await onDone(`Whoever had ${name} has ${other.name} from now on.`);
        }}
      >
        <p>
          {all === 1 ? `One use of ${name} becomes` : `${all.toLocaleString("en-GB")} uses of ${name} become`}{" "}
          {other.name}, in profiles, searches and engagements. This cannot be undone.
        </p>
      </ConfirmDialog>
    );
  return (
    <Dialog opened onClose={onClose} title={`Merge ${name}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!other);
          setAsking(other !== undefined);
        }}
      >
        <Select
          label="Into"
          description={`Whoever has ${name} has this entry instead, and ${name} is gone from the list.`}
          data={choices}
          searchable
          value={into}
          error={missing && !other ? "Please choose an entry." : undefined}
          onChange={setInto}
        />
        <FormActions>
          <SubmitButton busy={false}>Continue</SubmitButton>
          <Button variant="line" onClick={onClose}>
            Cancel
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
