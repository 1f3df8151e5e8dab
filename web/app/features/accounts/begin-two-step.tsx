import { TextInput } from "@mantine/core";
import { beginTwoStep, confirmTwoStep } from "@plumbline/contract/accounts/two-step.ts";
import { useMemo, useState } from "react";
import { encode } from "uqr";
import { call } from "../../call.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "./two-step.module.css";

type Secret = { secret: string; uri: string };
const passwordRules = async () => (await import("./forms.ts")).BeginTwoStepForm;
const codeRules = async () => (await import("./forms.ts")).ConfirmTwoStepForm;

/**
 * Sets up two-step sign-in: the password, then the app's secret and a first code. `takesFocus` when it stands where the
 * button was that began it.
 */
export function BeginTwoStep({
  takesFocus,
  onConfirmed,
}: {
  takesFocus: boolean;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const [secret, setSecret] = useState<Secret | null>(null);
  if (secret) return <Confirm secret={secret} onConfirmed={onConfirmed} />;
  return <AskPassword takesFocus={takesFocus} onSecret={setSecret} />;
}

function AskPassword({ takesFocus, onSecret }: { takesFocus: boolean; onSecret: (secret: Secret) => void }) {
  const form = useSchemaForm(passwordRules, {
    initialValues: { current_password: "" },
    kept: true,
    onSubmit: async (_values, body) => onSecret(await call(beginTwoStep, { body })),
  });
  return (
    <Form {...form.props}>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        description="To make sure that it is you."
        autoFocus={takesFocus}
        {...form.field("current_password")}
      />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton busy={form.busy} busyText="A moment…">
          Go on
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function Confirm({
  secret: { secret, uri },
  onConfirmed,
}: {
  secret: Secret;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const form = useSchemaForm(codeRules, {
    initialValues: { otp: "" },
    kept: true,
    onSubmit: async (_values, body) => onConfirmed((await call(confirmTwoStep, { body })).recovery_codes),
  });
  return (
    <Form {...form.props}>
      <p>
        Scan this with an authenticator app, such as the password manager of your phone, and enter the code that it
        shows.
      </p>
      <QrCode text={uri} />
      <p className="small">
        Or type the key into the app: <code className={classes.key}>{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        autoFocus
        {...form.field("otp")}
      />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton busy={form.busy} busyText="Checking…">
          Turn on
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Drawn here: the secret goes to no other service. Dark on white also where the page is dark, or phones cannot read it. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: 4 });
    const cells = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: code.size, path: cells.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label="QR code of the key below"
      viewBox={`0 0 ${size} ${size}`}
      className={classes.code}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
