import { product } from "@plumbline/contract/product.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import classes from "./two-step.module.css";

/** The recovery codes, shown once: to be copied or saved before the page goes on. */
export function RecoveryCodes({
  codes,
  turnedOn,
  onKept,
}: {
  codes: readonly string[];
  /** Whether it has just been turned on, which has ended the member's other sessions. */
  turnedOn: boolean;
  onKept: () => Promise<unknown>;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      // Missing without https; refused where the browser or its owner forbids it.
      await navigator.clipboard.writeText(codes.join("\n"));
      setCopied(true);
    } catch {
      notice("Your browser does not let us copy them. Please save them as a file, or select them.", { bad: true });
    }
  };
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([`${product} recovery codes\n\n${codes.join("\n")}\n`], { type: "text/plain" }),
    );
    link.download = `${product.toLowerCase()}-recovery-codes.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return (
    <div role="status">
      <p>
        <strong>Two-step sign-in is on.</strong> {turnedOn && "All your other sessions have been signed out. "}Keep
        these recovery codes somewhere safe: each signs you in once when your phone is not at hand. We cannot show them
        again.
      </p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={classes.buttons}>
        <Button variant="line" onClick={save}>
          Save as a file
        </Button>
        <Button variant="line" onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </Button>
        <ActionButton onPress={onKept}>I have kept them</ActionButton>
      </p>
    </div>
  );
}
