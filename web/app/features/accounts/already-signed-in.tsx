import { texts } from "@plumbline/contract/accounts/rules.ts";
import type { Session } from "../../session.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";

/** Over a form that somebody who is signed in has no use for (row A-24); the form below it is disabled. */
export function AlreadySignedIn({ session }: { session: Session }) {
  const to = session.role === "staff" ? "/back-office" : `/status/${session.role}`;
  return (
    <Banner
      tone="wait"
      title={texts.alreadyLoggedIn}
      action={
        <ButtonLink look="line" to={to}>
          Check status
        </ButtonLink>
      }
    />
  );
}
