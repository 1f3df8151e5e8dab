import { TextInput } from "@mantine/core";
import { formatLong } from "@plumbline/contract/dates.ts";
import { vatTexts } from "@plumbline/contract/invoices/vat.ts";
import {
  endVatRegistration,
  readVatRegistration,
  setVatRegistration,
} from "@plumbline/contract/invoices/vat-contract.ts";
import { vatAgreement, vatNumberText } from "@plumbline/contract/invoices/vat-registration.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { MoneyTabs } from "../earnings/money-tabs.tsx";
import type { Route } from "./+types/vat-page.ts";
import classes from "./vat.module.css";

export const meta = () => titled("VAT");

export const clientLoader = () => call(readVatRegistration, {});

type Registration = NonNullable<Route.ComponentProps["loaderData"]["registration"]>;

const rules = async () => (await import("./forms.ts")).VatRegistrationForm;

/** An advisor's registration for VAT: what it means, the form, and the way to end it (row I-20). */
export default function VatPage({ loaderData: { registration, percents } }: Route.ComponentProps) {
  const [changing, setChanging] = useState(false);
  const { revalidate } = useRevalidator();
  const done = async () => {
    setChanging(false);
    notice("Your VAT registration has been saved.");
    await revalidate();
  };
  return (
    <Page
      title="VAT"
      sentence="Only for advisors who are registered with HMRC. Your invoices then carry VAT, on top of what was agreed."
    >
      <MoneyTabs current="/vat" />
      <div className={classes.page}>
        {registration && !changing ? (
          <>
            <h2>Registered</h2>
            <Facts
              rows={[
                ["VAT number", vatNumberText(registration.vat_number)],
                ["Business name", registration.name],
                [
                  "Address on invoices",
                  <span key="address" className={classes.address}>
                    {registration.address}
                  </span>,
                ],
                ["Agreed", agreedOf(registration)],
                ["Rates today", `Standard ${percents.standard}%, reduced ${percents.reduced}%`],
              ]}
            />
            <p className={classes.after}>{vatTexts.commission}</p>
            <div className={classes.actions}>
              <Button variant="line" onClick={() => setChanging(true)}>
                Change
              </Button>
              <EndRegistration />
            </div>
          </>
        ) : (
          <RegistrationForm registration={registration} onDone={done} />
        )}
      </div>
    </Page>
  );
}

/** The day, and the words where they are still those that were agreed to. */
function agreedOf({ agreed_at: on, agreement_version: version }: Registration): string {
  return version === vatAgreement.version
    ? `${formatLong(on)}: “${vatAgreement.words}”`
    : `${formatLong(on)}, version ${version} of the words`;
}

function RegistrationForm({
  registration,
  onDone,
}: {
  registration: Registration | null;
  onDone: () => Promise<void>;
}) {
  const form = useSchemaForm(rules, {
    initialValues: {
      vat_number: registration ? vatNumberText(registration.vat_number) : "",
      name: registration?.name ?? "",
      address: registration?.address ?? "",
      agreed: false,
      agreement_version: vatAgreement.version,
    },
    onSubmit: async (values) => {
      // The schema has found the agreement true, and the version to be the one of these words.
      const { vat_number, name, address } = values;
      const agreement = { agreed: true, agreement_version: vatAgreement.version } as const;
      await call(setVatRegistration, { body: { vat_number, name, address, ...agreement } });
      await onDone();
    },
  });
  const agreed = form.field("agreed", { type: "checkbox" });
  return (
    <form {...form.props} className={classes.form}>
      <h2>{registration ? "Change your registration" : "Are you registered for VAT?"}</h2>
      {!registration && (
        <p>
          If you are not, there is nothing to do here: your invoices show no VAT. You must register once your taxable
          turnover of twelve months goes above HMRC's threshold. These are facts, not tax advice.
        </p>
      )}
      <TextInput label="VAT number" placeholder="GB 123 4567 82" maxLength={40} {...form.field("vat_number")} />
      <TextInput label="Registered business name" maxLength={200} {...form.field("name")} />
      <Textarea label="Address on your invoices" minRows={3} maxLength={400} {...form.field("address")} />
      <Checkbox
        label={vatAgreement.words}
        {...agreed}
        // That the words have changed is said where they stand.
        error={agreed.error ?? form.field("agreement_version").error}
      />
      <p className="small">
        Drafts, and invoices that you send from now on, carry VAT. Those you have sent stay as they are.
      </p>
      <FailureNotice failure={form.failure} />
      <SubmitButton busy={form.busy} busyText="Saving…">
        {registration ? "Save" : "I am registered for VAT"}
      </SubmitButton>
    </form>
  );
}

function EndRegistration() {
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        No longer registered
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="No longer registered for VAT?"
        confirm="End it"
        onConfirm={async () => {
          await call(endVatRegistration, {});
          await revalidate();
        }}
      >
        <p>Drafts, and invoices that you send from now on, carry no VAT. Those you have sent keep theirs.</p>
      </ConfirmDialog>
    </>
  );
}
