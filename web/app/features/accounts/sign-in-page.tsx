import { useEffect } from "react";
import { Link } from "react-router";
import { roleParam } from "../../guards.ts";
import { pendingReturn, takeReturn } from "../../return-to.ts";
import { useSession } from "../../session.ts";
import { ReturnNote } from "../../shell/return-note.tsx";
import type { Who } from "../../stored-session.ts";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { PlainField, PlainPassword, PlainSubmit, plainForm } from "../../ui/plain-form.tsx";
import type { Route } from "./+types/sign-in-page.ts";
import { AlreadySignedIn } from "./already-signed-in.tsx";
import classes from "./sign-in.module.css";
import { VisitorForm } from "./visitor-form.tsx";

const roles = ["customer", "advisor", "staff"] as const;
const titles: Record<Who, string> = { customer: "Business Log In", advisor: "Advisor Log In", staff: "Staff Log In" };
const applications: Partial<Record<Who, string>> = { customer: "/apply-business-member", advisor: "/apply-advisor" };
const form = plainForm("signIn");

export const loader = ({ params }: Route.LoaderArgs) => roleParam({ params }, roles);
export const meta = ({ loaderData: role }: Route.MetaArgs) =>
  titled(role ? titles[role] : "Log In", "Sign in to Plumbline with your e-mail address and password.");

/** Rows; staff sign in here as well (decision 41). Leaving the page clears its errors. */
export default function SignInPage({ loaderData: role }: Route.ComponentProps) {
  const session = useSession();
  const application = applications[role];
  // Who was signed in here has signed in again in another tab: this one goes on where it was, too.
  useEffect(() => {
    if (session?.role === role && pendingReturn()?.owner === session.email)
      location.replace(takeReturn(session.email) ?? "/");
  }, [session, role]);
  return (
    <Page title={titles[role]} width="form">
      {session && <AlreadySignedIn session={session} />}
      {!session && (
        <ReturnNote
          asked="Sign in, and we take you to the page you asked for."
          ended="Your session has ended. Sign in to go on where you were; what you typed is still there."
        />
      )}
      <VisitorForm key={role} {...form.props}>
        <fieldset disabled={session !== null}>
          <input type="hidden" name="user" value={role} />
          <input type="hidden" name="owner_type" value={role} />
          <input type="hidden" name="grant_type" value="password" />
          <input type="hidden" name="device_token" />
          <PlainField label="E-mail" autoComplete="username" maxLength={254} {...form.field("email")} />
          <PlainPassword label="Password" autoComplete="current-password" {...form.field("password")} />
          <div hidden data-second-step="">
            <PlainField
              label="Code from your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={40}
              disabled
              {...form.field("otp")}
            />
            <p className={classes.lost}>
              {role === "staff" ? (
                "Phone and recovery codes lost? An owner can reset your second step."
              ) : (
                <>
                  Phone and recovery codes lost? <Link to="/contact">Write to us</Link>
                </>
              )}
            </p>
          </div>
        </fieldset>
        <PlainSubmit
          busyText="Signing in…"
          disabled={session !== null}
          alert
          beside={<Link to={`/reset-password/${role}`}>Forgot your password?</Link>}
        >
          Log in
        </PlainSubmit>
        {application && (
          <p>
            Not a member yet? <Link to={application}>Sign up</Link>
          </p>
        )}
      </VisitorForm>
    </Page>
  );
}
