import {
  endTwoStep,
  readTwoStep,
  renewRecoveryCodes,
  type TwoStep as State,
} from "@plumbline/contract/accounts/two-step.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { notice } from "../../ui/notice.ts";
import { unbroken } from "../../ui/unbroken.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import classes from "./apart.module.css";
import { BeginTwoStep } from "./begin-two-step.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Two-step sign-in of the reader's account: off, being set up, or on (G-16). */
export function TwoStep({
  onConfirmed,
  onSetUp,
}: {
  /** It has been turned on, which has ended the member's other sessions. */
  onConfirmed?: () => void;
  onSetUp?: () => Promise<unknown>;
}) {
  const { data, failure, retry } = useLoaded(() => call(readTwoStep, {}));
  const [begun, setBegun] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Codes are given when it has been turned on, before its state is read again.
  const on = codes !== null || data?.on;
  return (
    <section aria-labelledby="two-step" className={classes.apart}>
      <h2 id="two-step">Two-step sign-in {data && <Badge tone={on ? "calm" : "quiet"}>{on ? "On" : "Off"}</Badge>}</h2>
      {failure && <ErrorState failure={failure} onRetry={retry} />}
      {codes ? (
        <RecoveryCodes
          codes={codes}
          turnedOn={begun || onSetUp !== undefined}
          onKept={async () => {
            setCodes(null);
            setBegun(false);
            retry();
            await onSetUp?.();
          }}
        />
      ) : data?.on ? (
        <On state={data} onCodes={setCodes} onChange={retry} />
      ) : begun || onSetUp ? (
        <BeginTwoStep
          takesFocus={begun}
          onConfirmed={(given) => {
            setCodes(given);
            onConfirmed?.();
          }}
        />
      ) : (
        data && (
          <>
            <p>
              With your password you then enter a code from an app on your phone, so that a stolen password opens
              nothing.
            </p>
            <p>
              <Button variant="line" onClick={() => setBegun(true)}>
                Turn on two-step sign-in
              </Button>
            </p>
          </>
        )
      )}
    </section>
  );
}

function On({
  state: { since, recovery_codes_left: left, required },
  onCodes,
  onChange,
}: {
  state: State;
  onCodes: (codes: readonly string[]) => void;
  onChange: () => void;
}) {
  const [asking, setAsking] = useState<"codes" | "off" | null>(null);
  const close = (refused: Failure | null) => {
    setAsking(null);
    if (refused) onChange();
  };
  return (
    <>
      <p>
        {since && unbroken(`On since ${formatLong(since)}. `)}
        {left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`}
        {required && " Staff keep it on."}
      </p>
      <p className={classes.buttons}>
        <Button variant="line" aria-haspopup="dialog" onClick={() => setAsking("codes")}>
          New recovery codes
        </Button>
        {!required && (
          <Button variant="line" aria-haspopup="dialog" onClick={() => setAsking("off")}>
            Turn off
          </Button>
        )}
      </p>
      {asking === "codes" && (
        <ProofDialog
          title="New recovery codes"
          confirm="Make new codes"
          onClose={close}
          onConfirm={async (body) => onCodes((await call(renewRecoveryCodes, { body })).recovery_codes)}
        />
      )}
      {asking === "off" && (
        <ProofDialog
          title="Turn off two-step sign-in?"
          confirm="Turn off"
          onClose={close}
          onConfirm={async (body) => {
            await call(endTwoStep, { body });
            notice("Two-step sign-in is off: your password alone signs you in.");
            onChange();
          }}
        />
      )}
    </>
  );
}
