import { TextInput } from "@mantine/core";
import { requestConfirmation } from "@plumbline/contract/accounts/contract.ts";
import { plural, type Role } from "@plumbline/contract/product.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "./apart.module.css";

const rules = async () => (await import("./forms.ts")).EmailForm;

/**
 * "Send a new link" to verify an address (decision 52). With the token of an older link it is one click, and the answer
 * says what happened; without one the address is asked for, and the answer does not reveal whether it is known.
 */
export function NewLink({ role, token, email = "" }: { role: Role; token: string; email?: string }) {
  return (
    <div className={classes.apart}>
      {token ? <ByOlderLink role={role} token={token} /> : <ByAddress role={role} email={email} />}
    </div>
  );
}

function ByOlderLink({ role, token }: { role: Role; token: string }) {
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  if (failure?.status === 422 && failure.errors["confirmation_token"]) return <ByAddress role={role} email="" />;
  return (
    <div aria-live="polite">
      {said ? (
        <Banner title={said} />
      ) : (
        <FormActions>
          <ActionButton
            variant="line"
            onFailure={setFailure}
            onPress={async () => {
              setFailure(null);
              const body = { confirmation_token: token };
              const { message } = await call(requestConfirmation, { params: { role: plural[role] }, body });
              setSaid(message);
            }}
          >
            Send a new link
          </ActionButton>
        </FormActions>
      )}
      <FailureNotice failure={failure} />
    </div>
  );
}

function ByAddress({ role, email }: { role: Role; email: string }) {
  const [said, setSaid] = useState("");
  const form = useSchemaForm(rules, {
    initialValues: { email },
    onSubmit: async (_values, body) => {
      setSaid("");
      setSaid((await call(requestConfirmation, { params: { role: plural[role] }, body })).message);
    },
  });
  return (
    <Form {...form.props}>
      <TextInput label="E-mail" type="email" autoComplete="email" {...form.field("email")} />
      <div aria-live="polite">{said && <Banner title={said} />}</div>
      <FailureNotice failure={form.failure && asFailure(form.failure)} />
      <FormActions>
        <SubmitButton busy={form.busy} busyText="Sending…">
          Send a new link
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
