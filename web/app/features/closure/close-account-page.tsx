import { TextInput } from "@mantine/core";
import { closeOwnAccount, type Obstacle, readOwnClosure } from "@plumbline/contract/closure/contract.ts";
import { graceDays, keptAfterErasure, obstacleSteps, texts } from "@plumbline/contract/closure/rules.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { go } from "../../go.ts";
import { currentSession, signOutAfter } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Page } from "../../ui/page.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/close-account-page.ts";
import classes from "./closure.module.css";
import { DownloadData } from "./your-data.tsx";

export const meta = () => titled("Close your account");

export const clientLoader = () => call(readOwnClosure, {});

const rules = async () => (await import("./forms.ts")).CloseAccountForm;

/** What closing means, what has to be settled first, and the way to do it (G-53). */
export default function CloseAccountPage({ loaderData }: Route.ComponentProps) {
  const { obstacles, membership_until: until, needs_code: needsCode, erase_on: eraseOn } = loaderData;
  const [asking, setAsking] = useState(false);
  const role = currentSession()?.role;
  return (
    <Page
      title="Close your account"
      sentence="You can leave at any time. Read what happens first."
      back={{
        to: `/${role === "advisor" ? "edit-profile/advisor" : "profile/customer"}?section=password`,
        text: "Your account",
      }}
      width="reading"
    >
      {obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
      <h2>At once</h2>
      <ul className={classes.list}>
        <li>You are signed out on every device, and nobody finds your profile any more.</li>
        {until && (
          <li>
            Your membership ends, although it is paid until {unbroken(formatLong(until))}. Nothing more is charged. If
            you want to use it up, <Link to="/membership">cancel it</Link> and come back then.
          </li>
        )}
        <li>Nobody can write to you or propose anything. What you have agreed and been paid stays as it is.</li>
      </ul>
      <h2>{unbroken(`After ${graceDays} days`)}</h2>
      <p className={classes.after}>
        On {unbroken(formatLong(eraseOn))} we erase your data. Until then write to us if you have changed your mind: we
        open the account again as you left it. This stays:
      </p>
      <ul className={classes.list}>
        {keptAfterErasure.map(({ what, why }) => (
          <li key={what}>
            <strong>{what}</strong> {why}
          </li>
        ))}
      </ul>
      <div className={classes.act}>
        <DownloadData />
        {obstacles.length === 0 && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Close my account
          </Button>
        )}
      </div>
      {asking && <CloseDialog needsCode={needsCode} eraseOn={eraseOn} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <Banner tone="wait" title={texts.notYet}>
      <ul className={classes.list}>
        {obstacles.map(({ kind, id, label, path }) => (
          <li key={`${kind} ${id}`}>
            <Link to={path}>{label}</Link>. {obstacleSteps[kind]}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

type CloseDialogProps = { needsCode: boolean; eraseOn: string; onClose: () => void };

function CloseDialog({ needsCode, eraseOn, onClose }: CloseDialogProps) {
  const form = useSchemaForm(rules, {
    initialValues: { current_password: "", otp: "", reason: "" },
    kept: true,
    onSubmit: async (_values, body) => {
      await signOutAfter(() => call(closeOwnAccount, { body }));
      go(`/account-closed?on=${eraseOn}`);
    },
  });
  return (
    <FormDialog title="Close your account?" form={form} confirm="Close my account" variant="danger" onClose={onClose}>
      <p>You are signed out everywhere. Your data is erased on {unbroken(formatLong(eraseOn))}.</p>
      <PasswordField label="Your password" autoComplete="current-password" {...form.field("current_password")} />
      {needsCode && (
        <TextInput
          label="Code from your app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={40}
          {...form.field("otp")}
        />
      )}
      <Textarea
        label="Why are you leaving? (optional)"
        description="We read it, and erase it with the rest."
        minRows={2}
        maxLength={2000}
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
