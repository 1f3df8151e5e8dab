import { confirmEmailChange } from "@plumbline/contract/accounts/contract.ts";
import { linkParameters, texts } from "@plumbline/contract/accounts/rules.ts";
import { plural } from "@plumbline/contract/product.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { useCallback, useState } from "react";
import { useLocation } from "react-router";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { currentSession, updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Page } from "../../ui/page.tsx";
import { useOncePerLink } from "./use-once-per-link.ts";

export const meta = () => titled("Your new e-mail address");

type Outcome = "asking" | "useless" | { email: string } | Failure;

/** Decision 53: the link sent to the new mailbox opens this page, and the address becomes the account's. */
export default function ConfirmEmailPage() {
  const { token } = linkParameters(useLocation().search);
  const [outcome, setOutcome] = useState<Outcome>(token ? "asking" : "useless");

  const ask = useCallback(() => {
    setOutcome("asking");
    call(confirmEmailChange, { body: { token } }).then(
      ({ email }) => {
        setOutcome({ email });
        void readAddressAgain();
      },
      (error) => {
        const failure = asFailure(error);
        setOutcome(failure.status === 422 ? "useless" : failure);
      },
    );
  }, [token]);
  useOncePerLink(token, ask);

  return (
    // The hyphen is no place to break the title at.
    <Page title={"Your new e-\u2060mail address"} width="form">
      {outcome === "asking" && <Banner title="Changing your address…" />}
      {typeof outcome === "object" && "email" in outcome && (
        <Banner title={texts.emailChanged}>
          <p>Your account now uses {outcome.email}.</p>
        </Banner>
      )}
      {outcome === "useless" && (
        <Banner tone="bad" title="This link can no longer be used.">
          <p>It works once and lasts a day. If your address has not changed, ask for it again in your account.</p>
        </Banner>
      )}
      {typeof outcome === "object" && "status" in outcome && (
        <ErrorState title="Your address was not changed" failure={outcome} onRetry={ask} />
      )}
      <p>
        <ButtonLink variant="line" to="/">
          Back to Home
        </ButtonLink>
      </p>
    </Page>
  );
}

/** The link may belong to another member than the signed-in one, so the server says which address the session has. */
async function readAddressAgain() {
  const session = currentSession();
  if (!session || session.role === "staff") return;
  const own = await call(readOwnProfile, { params: { role: plural[session.role] } }).catch(() => null);
  if (own && currentSession()?.accessToken === session.accessToken) updateSession({ email: own.email });
}
