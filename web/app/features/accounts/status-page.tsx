import { stateTexts } from "@plumbline/contract/accounts/rules.ts";
import { Link } from "react-router";
import { isOpenTo } from "../../guards.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { FormActions } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { NewLink } from "./new-link.tsx";
import classes from "./status.module.css";

export const meta = () => titled("Status");

/** Row A-25: the account's state, and what to do next. */
export default function StatusPage() {
  const session = useSession();
  if (!session) return null;
  const { label, meaning } = stateTexts[session.state];
  const settingUp = session.state === "active" && !isOpenTo(session, "/engagements");
  return (
    <Page
      title="Your account"
      badge={<Badge tone={session.state === "active" ? "calm" : "wait"}>{label}</Badge>}
      sentence={
        settingUp ? (
          <>
            Your account is open. Next, <Link to={`/create-profile/${session.role}`}>create your profile</Link>.
          </>
        ) : (
          meaning
        )
      }
      width="form"
    >
      <p className={classes.state}>
        You are signed in as {session.email}. Account state: {session.state}.
      </p>
      {session.state === "pending_verification" && session.role !== "staff" && (
        <NewLink role={session.role} token="" email={session.email} />
      )}
      <FormActions>
        <ButtonLink to="/engagements">Go to your engagements</ButtonLink>
        <ButtonLink variant="line" to={`/sign-in/${session.role}`}>
          Back to login
        </ButtonLink>
        {session.role !== "staff" && (
          <ButtonLink variant="quiet" to="/close-account">
            Close my account
          </ButtonLink>
        )}
      </FormActions>
    </Page>
  );
}
