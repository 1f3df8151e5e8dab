import { TextInput } from "@mantine/core";
import type { SiteTextName } from "@plumbline/contract/site-texts/catalogue.ts";
import * as contract from "@plumbline/contract/site-texts/contract.ts";
import { longestBanner, longestPage } from "@plumbline/contract/site-texts/rules.ts";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions, Pair } from "../../ui/form.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useDiscarding } from "../../ui/use-discarding.tsx";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useNewestAnswer } from "../../ui/use-newest-answer.ts";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/site-text-page.ts";
import { Formatting } from "./formatting.tsx";
import { Pictures } from "./pictures.tsx";
import { Preview } from "./preview.tsx";
import { type Looked, Versions } from "./versions.tsx";

const rules = async () => (await import("./forms.ts")).SiteWordingForm;

export const meta = ({ loaderData }: Route.MetaArgs) => titled(loaderData?.label ?? "Text");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  // An unknown text is refused by the server.
  call(contract.readSiteText, { params: { name: params.name as SiteTextName } });

/** A text of the public pages, for staff: write, place pictures, look at it as visitors will, take an earlier one again. */
export default function SiteTextPage({ loaderData: text }: Route.ComponentProps) {
  const Shown = useMay()(contract.saveSiteText) ? Wording : Reading;
  return <Shown key={text.version} text={text} />;
}

const frameOf = ({ label, is_page: isPage, path }: contract.SiteTextView) =>
  ({
    title: label,
    sentence: (
      <>
        {isPage ? "A page of its own" : "A banner"}: <a href={path}>see it as it is now</a>.
      </>
    ),
    back: { to: "/back-office/content", text: "Banners and legal pages" },
    width: "form",
  }) as const;

function Wording({ text }: { text: contract.SiteTextView }) {
  const { name, is_page: isPage } = text;
  const params = { name };
  const { revalidate } = useRevalidator();
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = useNewestAnswer(setLooked);
  const { newest, save } = useNewestVersion(text, async () => {
    const other = await call(contract.readSiteText, { params });
    const shown = await call(contract.readSiteTextVersion, { params: { name, version: other.version } });
    setLooked({ title: "Saved in the meantime. If you save, yours replaces it.", shown });
    return other;
  });
  const uploads = useFormFiles();
  const form = useSchemaForm(rules, {
    initialValues: {
      title: text.title,
      text: text.text,
      button: text.button,
      link: text.link,
      pictures: text.pictures,
      pictureless: text.pictureless,
    },
    onSubmit: async (_values, wording) => {
      uploads.requireAll();
      await save((version) => call(contract.saveSiteText, { params, body: { ...wording, version } }));
      notice("Visitors read this text from now on.");
      await revalidate();
    },
  });
  const { values } = form;
  const { discardFirst, question } = useDiscarding(form.unsaved);
  const preview = async () => {
    form.setFailure(null);
    const pictures = values.pictures.map(({ id, alt }) => ({ id, alt }));
    const asked = call(contract.previewSiteText, { params, body: { ...values, pictures } });
    await look(asked.then((shown) => ({ title: "Preview", shown })));
  };
  return (
    <Page {...frameOf(text)}>
      {name === "terms-and-conditions" && (
        <p>
          These terms promise members thirty days’ notice of a change:{" "}
          <Link to="/back-office/announcements/new">announce it</Link> first. What we charge and how long a customer has
          to pay is set from a day on under <Link to="/back-office/settings/money">Commission and terms</Link>; what
          stands here about it is only words.
        </p>
      )}
      <Form {...form.props}>
        <TextInput
          label="Title"
          description={isPage ? undefined : "Words between *stars* stand out."}
          maxLength={120}
          {...form.field("title")}
        />
        <Textarea
          label="Text"
          minRows={isPage ? 12 : 3}
          maxRows={28}
          maxLength={isPage ? longestPage : longestBanner}
          {...form.field("text")}
        />
        {isPage && <Formatting questions={text.has_questions} />}
        {text.has_button && (
          <Pair>
            <TextInput label="Button" description="What stands on it." maxLength={40} {...form.field("button")} />
            <TextInput
              label="Where the button leads"
              description="A page of this site, such as /contact."
              maxLength={200}
              {...form.field("link")}
            />
          </Pair>
        )}
        {text.most_pictures > 0 && (
          <Pictures
            values={values}
            placed={isPage}
            delivered={text.delivered_picture}
            most={text.most_pictures}
            errorOf={(field) => form.field(field).error}
            onChange={form.setValues}
            onPending={uploads.onPending("pictures")}
          />
        )}
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy || uploads.uploading} busyText={uploads.uploading ? "Uploading…" : "Saving…"}>
            Save
          </SubmitButton>
          <ActionButton variant="line" onFailure={form.showFailure} onPress={preview}>
            Preview
          </ActionButton>
        </FormActions>
      </Form>
      {looked && <Preview {...looked} isPage={isPage} />}
      <Versions
        text={newest ?? text}
        onFailure={form.setFailure}
        onLook={look}
        save={save}
        discardFirst={discardFirst}
      />
      {question}
    </Page>
  );
}

/** The same for roles that may only read it: as visitors do, and each of its versions. */
function Reading({ text }: { text: contract.SiteTextView }) {
  const { name, version, is_page: isPage } = text;
  const [looked, setLooked] = useState<Looked | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const present = useLoaded(() => call(contract.readSiteTextVersion, { params: { name, version } }), version);
  const shown = looked ?? (present.data && { title: "As visitors read it", shown: present.data });
  return (
    <Page {...frameOf(text)} note={<ReadOnlyNote of={contract.saveSiteText} />}>
      <FailureNotice failure={present.failure ?? failure} />
      {shown && <Preview {...shown} isPage={isPage} />}
      <Versions text={text} onFailure={setFailure} onLook={useNewestAnswer(setLooked)} />
    </Page>
  );
}
