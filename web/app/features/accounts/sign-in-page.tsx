import { SignInForm } from "@plumbline/contract/accounts/contract.ts";
import { Link, useParams } from "react-router";
import { roleParam } from "../../guards.ts";
import { returnKey } from "../../return-to.ts";
import { deviceKey, sessionKey, useSession, type Who } from "../../session.ts";
import { ReturnNote } from "../../shell/return-note.tsx";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { messagesOf, PlainField, PlainPassword, PlainSend } from "../../ui/plain-form.tsx";
import { AlreadySignedIn } from "./already-signed-in.tsx";
import { VisitorForm } from "./visitor-form.tsx";

const roles = ["customer", "advisor", "staff"] as const;
const titles: Record<Who, string> = { customer: "Business Log In", advisor: "Advisor Log In", staff: "Staff Log In" };
const applications: Partial<Record<Who, string>> = { customer: "/apply-business-member", advisor: "/apply-advisor" };
const missing = messagesOf(SignInForm, { email: "" });

export const loader = ({ params }: { params: { role?: string } }) => roleParam({ params }, roles);
export const meta = ({ params }: { params: { role?: string } }) =>
  titled(titles[params.role as Who] ?? "Log In", "Sign in to Plumbline with your e-mail address and password.");

/** Rows; staff have the same door (decision 41). Leaving the screen forgets its errors. */
export default function SignInPage() {
  const role = useParams()["role"] as Who;
  const session = useSession();
  const application = applications[role];
  return (
    <Page title={titles[role]} width="form">
      {session && <AlreadySignedIn session={session} />}
      {!session && (
        <ReturnNote
          asked="Sign in, and we take you to the page you asked for."
          ended="Your session has ended. Sign in to go on where you were; what you typed is still there."
        />
      )}
      <VisitorForm
        key={role}
        call="/oauth/token"
        data-session={sessionKey}
        data-return={returnKey}
        data-enter={role === "staff" ? "/back-office" : `/create-profile/${role}`}
      >
        <fieldset disabled={session !== null}>
          <input type="hidden" name="user" value={role} />
          <input type="hidden" name="owner_type" value={role} />
          <input type="hidden" name="grant_type" value="password" />
          <input type="hidden" name="device_token" data-kept={deviceKey} />
          <PlainField
            id="email"
            label="E-mail"
            type="email"
            autoComplete="username"
            maxLength={254}
            missing={missing["email"]}
          />
          <PlainPassword id="password" label="Password" autoComplete="current-password" missing={missing["password"]} />
        </fieldset>
        <PlainSend text="Log in" busy="Signing in…" disabled={session !== null} alert>
          <Link to={`/reset-password/${role}`}>Forgot your password?</Link>
        </PlainSend>
        {application && (
          <p>
            Not a member yet? <Link to={application}>Sign up</Link>
          </p>
        )}
      </VisitorForm>
    </Page>
  );
}
