import { texts } from "@plumbline/contract/accounts/rules.ts";
import type { Session } from "../../session.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";

/** Shown above a form that is only for visitors, to a signed-in member (row A-24); the form itself is disabled. */
export function AlreadySignedIn({ session }: { session: Session }) {
  const to = session.role === "staff" ? "/back-office" : `/status/${session.role}`;
  return (
    <Banner
      tone="wait"
      title={texts.alreadyLoggedIn}
      action={
        <ButtonLink variant="line" to={to}>
          Check status
        </ButtonLink>
      }
    />
  );
}
