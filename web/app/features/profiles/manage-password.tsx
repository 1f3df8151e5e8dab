import { TextInput } from "@mantine/core";
import { changePassword } from "@plumbline/contract/accounts/contract.ts";
import { minPasswordLength, texts } from "@plumbline/contract/accounts/rules.ts";
import { plural } from "@plumbline/contract/product.ts";
import { lazy, Suspense, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import type { Who } from "../../stored-session.ts";
import { Banner } from "../../ui/banner.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { Refused } from "../accounts/refused.tsx";
import { SessionsList } from "../accounts/sessions-list.tsx";
import { YourData } from "../closure/your-data.tsx";

const TwoStep = lazy(async () => ({ default: (await import("../accounts/two-step.tsx")).TwoStep }));
const StaffActs = lazy(async () => ({ default: (await import("../audit/staff-acts.tsx")).StaffActs }));

const rules = async () => (await import("../accounts/forms.ts")).ChangePasswordForm;

/** Rows: changes the password; all other sessions end. Below it, the sessions themselves (decision 8). */
export default function ManagePassword({ who }: { who: Who }) {
  const [changed, setChanged] = useState(false);
  // Also what is said beside a field.
  const [refused, setRefused] = useState<Failure | null>(null);
  const [asksForCode, setAsksForCode] = useState(false);
  /** How often something here has ended the other sessions, whose list is then read again. */
  const [ended, setEnded] = useState(0);
  const readSessionsAgain = () => setEnded((times) => times + 1);
  const form = useSchemaForm(rules, {
    initialValues: { current_password: "", password: "", confirmPassword: "", otp: "" },
    onSubmit: async (_values, { otp, ...read }) => {
      setChanged(false);
      setRefused(null);
      try {
        const body = { ...read, ...(otp && { otp }) };
        await call(changePassword, { params: { role: who === "staff" ? who : plural[who] }, body });
      } catch (error) {
        const failure = asFailure(error);
        // Asking for the code of the second step is said at its field.
        if (failure.errors["otp"]) setAsksForCode(true);
        else setRefused(failure);
        throw error;
      }
      form.reset();
      setAsksForCode(false);
      setChanged(true);
      readSessionsAgain();
    },
  });
  return (
    <>
      <Form {...form.props}>
        {changed && (
          <Banner title={texts.passwordChanged}>
            <p>All your other sessions have been signed out.</p>
          </Banner>
        )}
        {refused && <Refused failure={refused} />}
        <PasswordField label="Current password" autoComplete="current-password" {...form.field("current_password")} />
        <PasswordField
          label="New password"
          description={`At least ${minPasswordLength} characters.`}
          {...form.field("password")}
        />
        <PasswordField label="Confirm new password" {...form.field("confirmPassword")} />
        {asksForCode && (
          <TextInput
            label="Code from your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            maxLength={40}
            {...form.field("otp")}
          />
        )}
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Changing…">
            Change password
          </SubmitButton>
        </FormActions>
      </Form>
      <Suspense>
        <TwoStep onConfirmed={readSessionsAgain} />
      </Suspense>
      <SessionsList key={ended} />
      {who !== "staff" && <YourData />}
      <Suspense>
        <StaffActs />
      </Suspense>
    </>
  );
}
