import { TextInput } from "@mantine/core";
import { createPassword } from "@plumbline/contract/accounts/contract.ts";
import { linkParameters, minPasswordLength, texts, tokenProblemText } from "@plumbline/contract/accounts/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { readText } from "../../browser-storage.ts";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { signIn } from "../../session.ts";
import { deviceKey } from "../../stored-session.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { Refused } from "./refused.tsx";

export const meta = () => titled("Create password");

const rules = async () => (await import("./forms.ts")).FirstPasswordForm;

/** Rows: creates the first password, and a new one after a reset. */
export default function CreatePasswordPage() {
  const { token, role } = linkParameters(useLocation().search);
  const navigate = useNavigate();
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useSchemaForm(rules, {
    initialValues: { password: "", confirm: "", otp: "" },
    onSubmit: async (_values, { password, otp }) => {
      // The link's token identifies the account; the role in the path is the specification's form (decision 47).
      const answer = await call(createPassword, {
        params: { role: role === "advisor" ? "advisors" : "customers" },
        body: {
          reset_password_token: token,
          password,
          device_token: readText("local", deviceKey) ?? undefined,
          ...(otp && { otp }),
        },
      }).catch((error) => {
        if (asFailure(error).errors["otp"]) setAsksForCode(true);
        throw error;
      });
      signIn(answer.result.role, answer);
      await navigate(answer.result.role === "staff" ? "/back-office" : `/create-profile/${answer.result.role}`);
    },
  });
  return (
    <Page
      title={`Welcome to ${product}`}
      sentence={`Choose a password of at least ${minPasswordLength} characters, and you are in.`}
      width="form"
    >
      <Form {...form.props}>
        <PasswordField label="Password" {...form.field("password")} />
        <PasswordField label="Confirm password" {...form.field("confirm")} />
        {asksForCode && (
          <TextInput
            label="Code from your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            maxLength={40}
            {...form.field("otp")}
          />
        )}
        {form.failure && <Refusal failure={form.failure} />}
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Saving…">
            Create password
          </SubmitButton>
        </FormActions>
      </Form>
    </Page>
  );
}

/** The link's own problems, with what to do; any other failure with its status. */
function Refusal({ failure }: { failure: Failure }) {
  // Asking for the code of the second step is said at its field.
  if (failure.errors["otp"]) return null;
  const problem = failure.status === 422 && tokenProblemText(failure.errors["reset_password_token"] ?? []);
  if (!problem) return <Refused failure={failure} />;
  return (
    <div role="alert">
      <Banner tone="bad" title={problem}>
        {problem === texts.passwordAlreadyCreated && <Link to="/sign-in">Log in with it</Link>}
        {problem !== texts.passwordAlreadyCreated && problem !== texts.notApprovedYet && (
          <>
            A new link for <Link to="/reset-password/customer">business members</Link> or{" "}
            <Link to="/reset-password/advisor">advisors</Link>.
          </>
        )}
      </Banner>
    </div>
  );
}
