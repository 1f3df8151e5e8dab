import { TextInput } from "@mantine/core";
import { announce, countReceivers } from "@plumbline/contract/announcements/contract.ts";
import {
  type AudienceRole,
  type AudienceState,
  audienceRoleLabels,
  audienceRoles,
  audienceStateLabels,
  audienceStates,
  mostCounted,
} from "@plumbline/contract/announcements/rules.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../call.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions, Pair } from "../../ui/form.tsx";
import { Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useLeadOn } from "../../ui/use-lead-on.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).AnnouncementForm;

export const meta = () => titled("Write an announcement");

const options = <Name extends string>(names: readonly Name[], labels: Record<Name, string>) =>
  names.map((value) => ({ value, label: labels[value] }));

/** Staff write an announcement, see what it looks like and how many get it, and send it now or later. */
export default function NewAnnouncementPage() {
  if (useMay()(announce)) return <Announcing />;
  return <Page {...frame} note={<ReadOnlyNote of={announce} />} />;
}

const frame = {
  title: "Write an announcement",
  sentence: "It goes to the bell of everybody whom you choose, once.",
  back: { to: "/back-office/announcements", text: "Announcements" },
  width: "form",
} as const;

function Announcing() {
  const navigate = useNavigate();
  const leadOn = useLeadOn();
  /** What is to be sent once it is confirmed. */
  const [asked, setAsked] = useState<RequestInput<typeof announce>["body"] | null>(null);
  const form = useSchemaForm(rules, {
    initialValues: {
      title: "",
      text: "",
      link: "",
      role: initially<AudienceRole>("all"),
      state: initially<AudienceState>("any"),
      by_email: false,
      banner: true,
      send_at: "",
    },
    draft: "announcement",
    onSubmit: (_values, body) => {
      setAsked(body);
      return false;
    },
  });
  const { role, state, title, text, link, banner, by_email: byEmail, send_at: sendAt } = form.values;
  const { data: receivers } = useLoaded(
    (signal) => call(countReceivers, { query: { role, state } }, { signal }),
    `${role} ${state}`,
  );
  const many = !receivers
    ? "…"
    : receivers.more
      ? `more than ${mostCounted.toLocaleString("en-GB")} members`
      : receivers.count === 1
        ? "1 member"
        : `${receivers.count.toLocaleString("en-GB")} members`;
  return (
    <Page {...frame}>
      <Form {...form.props}>
        <TextInput label="Title" description="The sentence on the bell." maxLength={120} {...form.field("title")} />
        <Textarea label="Text" minRows={4} maxLength={2000} {...form.field("text")} />
        <TextInput
          label="Link (optional)"
          description="A page of this site, such as /membership."
          maxLength={200}
          {...form.field("link")}
        />
        <Pair>
          <Select
            label="To"
            data={options(audienceRoles, audienceRoleLabels)}
            allowDeselect={false}
            {...form.field("role")}
          />
          <Select
            label="Stage"
            data={options(audienceStates, audienceStateLabels)}
            allowDeselect={false}
            {...form.field("state")}
          />
        </Pair>
        <Checkbox label="Also as a banner on their pages" {...form.field("banner", { type: "checkbox" })} />
        <Checkbox
          label="Also by e-mail, to those who have not turned that off"
          {...form.field("by_email", { type: "checkbox" })}
        />
        <TextInput
          label="When (optional)"
          description="In your time. Leave it empty to send it now."
          type="datetime-local"
          {...form.field("send_at")}
        />
        <h2>Preview</h2>
        <Banner title={title || "Title"}>
          {text || "Text"} {link && <u>Read more</u>}
        </Banner>
        <p>
          This reaches {many} as of now
          {banner ? ", with a banner" : ""}
          {byEmail ? ", and by e-mail" : ""}.
        </p>
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy}>{sendAt ? "Schedule" : "Send"}</SubmitButton>
          <Button variant="line" onClick={() => void navigate("/back-office/announcements")}>
            Cancel
          </Button>
        </FormActions>
      </Form>
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={sendAt ? "Schedule this announcement?" : `Send this to ${many}?`}
        confirm={sendAt ? "Schedule" : "Send"}
        onConfirm={async () => {
          if (!asked) return;
          const { id } = await call(announce, { body: asked });
          notice(sendAt ? "It is scheduled." : "It is on its way.");
          form.reset();
          await leadOn(`/back-office/announcements/${id}`);
        }}
      >
        <p>“{title}” can be stopped while it is on its way. Whoever has it by then keeps it.</p>
      </ConfirmDialog>
    </Page>
  );
}
