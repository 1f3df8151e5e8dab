import { confirmEmail } from "@plumbline/contract/accounts/contract.ts";
import { linkParameters, roleOfPath, texts } from "@plumbline/contract/accounts/rules.ts";
import { plural } from "@plumbline/contract/product.ts";
import { useEffect, useRef, useState } from "react";
import { useLocation, useParams } from "react-router";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Page } from "../../ui/page.tsx";

export const meta = () => titled("Application received");

type Outcome = "asking" | "verified" | "already" | Failure;

/** Row A-06: the link of the first e-mail leads here, and verifies the address that it was sent to. */
export default function ApprovalPage() {
  const role = roleOfPath(useParams()["role"]);
  const { token } = linkParameters(useLocation().search);
  const [outcome, setOutcome] = useState<Outcome>("asking");
  const asked = useRef("");

  useEffect(() => {
    // The link works once: React's second effect in development must not use it up.
    if (asked.current === token) return;
    asked.current = token;
    call(confirmEmail, { params: { role: plural[role] }, query: { confirmation_token: token } }).then(
      () => setOutcome("verified"),
      (error) => {
        const failure = asFailure(error);
        setOutcome(failure.status === 0 || failure.status >= 500 ? failure : "already");
      },
    );
  }, [role, token]);

  return (
    <Page
      title="Application received"
      sentence={
        role === "advisor"
          ? "Thank you for applying as an advisor. A person reads every application: you hear from us within a week or two."
          : "Thank you for applying as a business member. A person reads every application, and we write to you with our decision and the reason."
      }
      width="form"
    >
      {outcome === "asking" && <Banner title="Verifying your e-mail…" />}
      {outcome === "verified" && (
        <Banner title={texts.verified}>
          There is nothing more to do: we write to you as soon as your application is decided.
        </Banner>
      )}
      {outcome === "already" && (
        <Banner tone="wait" title={texts.alreadyVerified}>
          If it was not, the link has run out: a fresh one is on its way to your address.
        </Banner>
      )}
      {typeof outcome === "object" && <FailureNotice failure={outcome} />}
      <p>
        <ButtonLink look="line" to="/">
          Back to Home
        </ButtonLink>
      </p>
    </Page>
  );
}
