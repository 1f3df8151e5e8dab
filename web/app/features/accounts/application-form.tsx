import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSession } from "../../session.ts";
import { Page } from "../../ui/page.tsx";
import { PlainSubmit, type plainForm } from "../../ui/plain-form.tsx";
import { AlreadySignedIn } from "./already-signed-in.tsx";
import classes from "./apply.module.css";
import { ThankYou } from "./thank-you.tsx";
import { VisitorForm } from "./visitor-form.tsx";

/** The page of an application: an introduction, the form, and the thanks that replace it (rows ). */
export function ApplicationForm({
  form,
  title,
  sentence,
  intro,
  signIn,
  children,
}: {
  form: Pick<ReturnType<typeof plainForm>, "props">;
  title: string;
  sentence: string;
  intro: ReactNode;
  signIn: string;
  children: ReactNode;
}) {
  const session = useSession();
  return (
    <>
      <Page title={title} sentence={sentence} width="form">
        {session && <AlreadySignedIn session={session} />}
        <div className={classes.intro}>{intro}</div>
        <VisitorForm {...form.props}>
          {children}
          <PlainSubmit busyText="Sending…" disabled={session !== null}>
            Apply
          </PlainSubmit>
          <p>
            Already a member? <Link to={signIn}>Log in</Link>
          </p>
        </VisitorForm>
      </Page>
      <ThankYou />
    </>
  );
}

/** A group of the form's fields, disabled for signed-in members. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  const session = useSession();
  return (
    <fieldset disabled={session !== null}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
