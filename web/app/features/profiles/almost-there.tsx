import { accountLink } from "@plumbline/contract/payouts/contract.ts";
import { product } from "@plumbline/contract/product.ts";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { Failure, failureLines } from "../../failure.ts";
import { currentSession } from "../../session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { useStillHere } from "../../ui/use-lead-on.ts";
import { useTerms } from "../payment/terms.ts";
import classes from "./profiles.module.css";

/** Row O-11: the profile is saved; what is left is the payout account. */
export function AlmostThere({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const terms = useTerms();
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.almostThere} classNames={{ title: classes.dialogTitle }}>
      <div className={classes.almost}>
        <p>
          Your profile is saved. Connect a Stripe account so that {product} can pay you:{" "}
          {terms ? `${100 - terms.commission_percent}%` : "your share"} of every invoice goes straight to it. You appear
          in matches as soon as Stripe may pay it; until then the rest of {product} stays closed.
        </p>
        <SetUpStripe>
          <Button variant="line" onClick={onClose}>
            Later
          </Button>
        </SetUpStripe>
      </div>
    </Dialog>
  );
}

/** Requests the provider's address for this advisor and opens it; an error is shown. */
export function SetUpStripe({ children }: { children?: React.ReactNode }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const isStillHere = useStillHere();
  const setUp = async () => {
    setTrouble(null);
    const { url, error } = await call(accountLink, { body: { email: currentSession()?.email ?? "" } });
    if (!url) throw new Failure(0, "", error ?? "The payment provider gave no address. Please try again in a moment.");
    if (isStillHere()) window.location.assign(url);
  };
  return (
    <>
      {trouble && (
        <p className={classes.trouble} role="alert">
          {trouble}
        </p>
      )}
      <div className={children ? classes.cropActions : undefined}>
        {children}
        <ActionButton onPress={setUp} onFailure={(failure) => setTrouble(failureLines(failure).join(" "))}>
          {texts.setUpStripe}
        </ActionButton>
      </div>
    </>
  );
}
