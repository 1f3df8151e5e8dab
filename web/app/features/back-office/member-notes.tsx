import { editMemberNote, type listMemberNotes, writeMemberNote } from "@plumbline/contract/back-office/members.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { useMay } from "../../shell/may.tsx";
import { TextButton } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "./member.module.css";

type Note = Answer<typeof listMemberNotes>["entries"][number];

/** What staff have written down about a member, and the form for more; members never see it. */
export function MemberNotes({ memberId, notes }: { memberId: number; notes: readonly Note[] }) {
  const may = useMay();
  const [editing, setEditing] = useState<number | null>(null);
  return (
    <>
      {may(writeMemberNote) && (
        <NoteEditor
          key={notes.length}
          label="A note for your colleagues"
          body=""
          submit="Write it down"
          onSave={(body) => call(writeMemberNote, { params: { id: memberId }, body: { body } })}
        />
      )}
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={note.id}>
            {editing === note.id ? (
              <NoteEditor
                label="Change the note"
                id={note.id}
                body={note.body}
                submit="Save"
                onSave={(body) => call(editMemberNote, { params: { id: note.id }, body: { body } })}
                onDone={() => setEditing(null)}
              />
            ) : (
              <>
                <p>{note.body}</p>
                <p className="small">
                  {note.author}, {momentHere(note.created_at)}
                  {note.edited_at && `, changed ${momentHere(note.edited_at)}`}
                  {note.own && may(editMemberNote) && (
                    <>
                      {" · "}
                      <TextButton onClick={() => setEditing(note.id)}>Change</TextButton>
                    </>
                  )}
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
      {notes.length === 0 && <p className="small">Nobody has written anything down. Members never see these notes.</p>}
    </>
  );
}

const rules = async () => (await import("./forms.ts")).NoteForm;

type EditorProps = {
  /** Of the note that is changed. */
  id?: number;
  label: string;
  body: string;
  submit: string;
  onSave: (body: string) => Promise<unknown>;
  onDone?: () => void;
};

function NoteEditor({ id, label, body, submit, onSave, onDone }: EditorProps) {
  const { revalidate } = useRevalidator();
  const { props, field, busy, failure } = useSchemaForm(rules, {
    initialValues: { body },
    about: id,
    onSubmit: async (values) => {
      await onSave(values.body);
      await revalidate();
      onDone?.();
    },
  });
  return (
    <Form {...props}>
      <div className={classes.form}>
        <Textarea label={label} minRows={2} maxLength={4000} {...field("body")} />
        <FailureNotice failure={failure} />
        <FormActions>
          <SubmitButton busy={busy}>{submit}</SubmitButton>
          {onDone && <TextButton onClick={onDone}>Leave it as it was</TextButton>}
        </FormActions>
      </div>
    </Form>
  );
}
