import { TextInput } from "@mantine/core";
import type { MailTextName } from "@plumbline/contract/mail-texts/catalogue.ts";
import * as contract from "@plumbline/contract/mail-texts/contract.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useDiscarding } from "../../ui/use-discarding.tsx";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import { useOneAtATime } from "../../ui/use-one-at-a-time.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/mail-text-page.ts";
import classes from "./mail-text.module.css";

const rules = async () => (await import("./forms.ts")).WordingForm;

export const meta = ({ loaderData }: Route.MetaArgs) => titled(loaderData?.label ?? "E-mail");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  // An unknown e-mail is refused by the server.
  call(contract.readMailText, { params: { name: params.name as MailTextName } });

/** The wording of one e-mail, for staff: write, look at it in an example, send it to oneself, take an earlier one again. */
export default function MailTextPage({ loaderData: text }: Route.ComponentProps) {
  const Shown = useMay()(contract.saveMailText) ? Wording : Reading;
  return <Shown key={text.version} text={text} />;
}

const frameOf = ({ label, to }: contract.MailText) =>
  ({
    title: label,
    sentence: `An e-mail to ${to.toLowerCase()}.`,
    back: { to: "/back-office/mail-texts", text: "Wording of e-mails" },
    width: "form",
  }) as const;

function Wording({ text }: { text: contract.MailText }) {
  const { name, subject, body, placeholders } = text;
  const params = { name };
  const { newest, save } = useNewestVersion(text, () => call(contract.readMailText, { params }));
  const { revalidate } = useRevalidator();
  const [shown, setShown] = useState<{ subject: string; text: string } | null>(null);
  const form = useSchemaForm(rules, {
    initialValues: { subject, body },
    onSubmit: async (_values, wording) => {
      await save((version) => call(contract.saveMailText, { params, body: { ...wording, version } }));
      notice("The next e-mail has this wording.");
      await revalidate();
    },
  });
  const { discardFirst, question } = useDiscarding(form.unsaved);
  const once = useOneAtATime();
  const restore = async (of: number) => {
    form.setFailure(null);
    await save((version) => call(contract.restoreMailText, { params, body: { of, version } }));
    notice(
      of === 0 ? "The next e-mail has its original wording." : `The next e-mail has the wording of version ${of}.`,
    );
    await revalidate();
  };
  return (
    <Page {...frameOf(text)}>
      <Form {...form.props}>
        <TextInput label="Subject" maxLength={200} {...form.field("subject")} />
        <Textarea
          label="Text"
          description="An empty line begins a paragraph. Greeting, button and small print are added."
          minRows={6}
          maxLength={5000}
          {...form.field("body")}
        />
        {placeholders.length > 0 && (
          <div>
            <h2>Placeholders</h2>
            <p>Each has to stand somewhere. In the e-mail, for example:</p>
            <Placeholders of={placeholders} />
          </div>
        )}
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Saving…">
            Save
          </SubmitButton>
          <ActionButton
            variant="line"
            onFailure={form.showFailure}
            onPress={async () => {
              form.setFailure(null);
              setShown(await call(contract.previewMailText, { params, body: form.values }));
            }}
          >
            Preview
          </ActionButton>
          <ActionButton
            variant="line"
            onFailure={form.showFailure}
            onPress={async () => {
              form.setFailure(null);
              const { sent_to: to } = await call(contract.testMailText, { params, body: form.values });
              notice(`The example is on its way to ${to}.`);
            }}
          >
            Send me a test
          </ActionButton>
        </FormActions>
      </Form>
      {newest && (
        <section aria-label="Saved in the meantime" className={classes.preview}>
          <p className="small">Saved in the meantime. If you save, yours replaces it.</p>
          <h2>{newest.subject}</h2>
          <p>{newest.body}</p>
        </section>
      )}
      {shown && (
        <section aria-label="Preview" className={classes.preview}>
          <h2>{shown.subject}</h2>
          <p>{shown.text}</p>
        </section>
      )}
      <Versions
        text={newest ?? text}
        onRestore={(of) => discardFirst(() => void once(() => restore(of)).catch(form.showFailure))}
      />
      {question}
    </Page>
  );
}

/** The same for roles that may only read it. */
function Reading({ text }: { text: contract.MailText }) {
  const { subject, body, placeholders } = text;
  return (
    <Page {...frameOf(text)} note={<ReadOnlyNote of={contract.saveMailText} />}>
      <section aria-label="The wording" className={classes.preview}>
        <h2>{subject}</h2>
        <p>{body}</p>
      </section>
      {placeholders.length > 0 && (
        <div>
          <h2>Placeholders</h2>
          <p>In the e-mail, for example:</p>
          <Placeholders of={placeholders} />
        </div>
      )}
      <Versions text={text} />
    </Page>
  );
}

const Placeholders = ({ of: placeholders }: { of: contract.MailText["placeholders"] }) => (
  <Facts rows={placeholders.map(({ name, example }) => [`{${name}}`, example])} />
);

/** Its versions, the newest first, and the original. */
function Versions({
  text: { version, versions, original },
  onRestore,
}: {
  text: contract.MailText;
  onRestore?: (of: number) => void;
}) {
  if (versions.length === 0) return null;
  return (
    <DataTable
      caption="Versions"
      rows={[...versions, { version: 0, subject: original.subject, by: "The product", created_at: "" }]}
      rowKey={(each) => each.version}
      columns={[
        {
          title: "Version",
          cell: (each) => (
            <div>
              {each.version === 0 ? "Original" : `Version ${each.version}`}
              <div className="small">{each.subject}</div>
            </div>
          ),
        },
        {
          title: "By",
          cell: (each) => `${each.by}${each.created_at && `, ${momentHere(each.created_at)}`}`,
        },
        {
          title: "",
          cell: (each) =>
            onRestore &&
            each.version !== version && (
              <TextButton
                aria-label={`Restore ${each.version === 0 ? "the original" : `version ${each.version}`}`}
                onClick={() => onRestore(each.version)}
              >
                Restore
              </TextButton>
            ),
        },
      ]}
    />
  );
}
