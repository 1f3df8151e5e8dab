import { type ComponentProps, useEffect } from "react";
import script from "../../public-script/visitor-forms.ts?script";
import { PlainForm } from "../../ui/plain-form.tsx";

/**
 * A form for visitors without a session: signing in and applying. Includes its part of the public script, and a sentence for
 * when it is submitted before that has come.
 */
export function VisitorForm({ children, ...rest }: ComponentProps<typeof PlainForm>) {
  useEffect(() => {
    // Rendered in the browser, the form appears after its script has already looked for it.
    document.dispatchEvent(new Event("form-drawn"));
  }, []);
  return (
    <PlainForm {...rest}>
      <script async type="module" src={script} />
      <noscript>
        <p>This form needs JavaScript, which is switched off in your browser.</p>
      </noscript>
      {children}
      <p role="alert" data-held>
        This page is still loading. What you have entered is sent as soon as it has loaded. If nothing happens, please
        reload the page.
      </p>
    </PlainForm>
  );
}
