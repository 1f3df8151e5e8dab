import { TextInput } from "@mantine/core";
import { requestReset } from "@plumbline/contract/accounts/contract.ts";
import { accountRoleOfPath, texts } from "@plumbline/contract/accounts/rules.ts";
import { plural } from "@plumbline/contract/product.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/reset-password-page.ts";
import { Refused } from "./refused.tsx";

export const meta = () => titled("Reset password");

const rules = async () => (await import("./forms.ts")).EmailForm;

/** Row A-21. The answer is the same whether or not the address is known. */
export default function ResetPasswordPage({ params }: Route.ComponentProps) {
  const role = accountRoleOfPath(params.role);
  const [asked, setAsked] = useState(false);
  const form = useSchemaForm(rules, {
    initialValues: { email: "" },
    onSubmit: async (_values, { email }) => {
      setAsked(false);
      await call(requestReset, {
        params: { role: role === "staff" ? role : plural[role] },
        body: { user: role, email },
      });
      setAsked(true);
    },
  });
  return (
    <Page
      title="Reset your password"
      sentence="Tell us your e-mail and we send you a link to choose a new one."
      width="form"
    >
      <Form {...form.props}>
        <TextInput label="E-mail" type="email" autoComplete="username" {...form.field("email")} />
        {asked && <Banner title={texts.resetRequested} />}
        {form.failure && <Refused failure={form.failure} />}
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Sending…">
            Send me a link
          </SubmitButton>
          <Link to={`/sign-in/${role}`}>Back to log in</Link>
        </FormActions>
      </Form>
    </Page>
  );
}
