import { useEffect } from "react";
import { unreachable } from "../../failure.ts";
import forms from "../../shell/forms.js?url";
import { PlainForm, type PlainFormProps } from "../../ui/plain-form.tsx";

/** A form of somebody who has no session yet: signing in and applying. What it needs beyond visit.js comes with it. */
export function VisitorForm({ children, ...rest }: Omit<PlainFormProps, "failed">) {
  useEffect(() => {
    // Drawn in the browser, the form is there after its script has looked for it.
    document.dispatchEvent(new Event("filled"));
  }, []);
  return (
    <PlainForm failed={unreachable().message} data-exact {...rest}>
      <script async type="module" src={forms} />
      <noscript>
        <p>This form needs JavaScript, which is switched off in your browser.</p>
      </noscript>
      {children}
    </PlainForm>
  );
}
