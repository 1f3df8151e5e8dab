import { confirmEmail } from "@plumbline/contract/accounts/contract.ts";
import { linkParameters, roleOfPath, texts, verificationProblems } from "@plumbline/contract/accounts/rules.ts";
import { plural } from "@plumbline/contract/product.ts";
import { useCallback, useState } from "react";
import { useLocation } from "react-router";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/approval-page.ts";
import { NewLink } from "./new-link.tsx";
import { useOncePerLink } from "./use-once-per-link.ts";

export const meta = () => titled("Application received");

type Outcome = "asking" | "verified" | "none" | Refused | Failure;
/** Shown with a refusal: whether the link had expired, and whether the server has sent another one. */
type Refused = { already: true; ranOut: boolean; sent: boolean };

/** Row A-06: the first e-mail's link opens this page, which verifies the address. */
export default function ApprovalPage({ params }: Route.ComponentProps) {
  const role = roleOfPath(params.role);
  const { token } = linkParameters(useLocation().search);
  const [outcome, setOutcome] = useState<Outcome>(token ? "asking" : "none");

  const ask = useCallback(() => {
    setOutcome("asking");
    call(confirmEmail, { params: { role: plural[role] }, query: { confirmation_token: token } }).then(
      () => setOutcome("verified"),
      (error) => {
        const failure = asFailure(error);
        const [why] = failure.errors["confirmation_token"] ?? [];
        if (failure.status !== 422 || !why) return setOutcome(failure);
        const sent = why === verificationProblems.sentAgain;
        setOutcome({ already: true, ranOut: sent || why === verificationProblems.late, sent });
      },
    );
  }, [role, token]);
  useOncePerLink(token, ask);

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
      {outcome === "none" && (
        <>
          <p>The link in our e-mail verifies your address. If it is not in your mailbox, ask for a new one.</p>
          <NewLink role={role} token="" />
        </>
      )}
      {typeof outcome === "object" && "already" in outcome && (
        <>
          <Banner tone="wait" title={texts.alreadyVerified}>
            {outcome.sent
              ? "If it was not, the link had run out: a new one is on its way to your address."
              : outcome.ranOut
                ? "If it was not, the link has run out: ask for a new one."
                : "If you have not done so yet, a newer link has replaced this one, or it is not complete: ask for a new link."}
          </Banner>
          {!outcome.sent && <NewLink role={role} token={token} />}
        </>
      )}
      {typeof outcome === "object" && "status" in outcome && (
        <ErrorState title="Your e-mail was not verified" failure={outcome} onRetry={ask} />
      )}
      <p>
        <ButtonLink variant="line" to="/">
          Back to Home
        </ButtonLink>
      </p>
    </Page>
  );
}
