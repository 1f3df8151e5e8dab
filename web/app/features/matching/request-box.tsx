import { requestAdvisor } from "@plumbline/contract/matching/contract.ts";
import { texts } from "@plumbline/contract/matching/rules.ts";
import { requestThanksDelay } from "@plumbline/contract/product.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "../../call.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "./matching.module.css";

const rules = async () => (await import("./forms.ts")).RequestForm;

/** Row S-08: a request in the customer's own words, for what the form cannot express. */
export function RequestBox() {
  /** What was sent, while it is thanked for. */
  const [thanked, setThanked] = useState<string | null>(null);
  const form = useSchemaForm(rules, {
    initialValues: { message: "" },
    draft: "request",
    onSubmit: async ({ message }, body) => {
      await call(requestAdvisor, { body });
      setThanked(message);
    },
  });
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    if (thanked === null) return;
    const timer = setTimeout(() => {
      setThanked(null);
      // What has been written since is another request.
      if (latest.current.values.message === thanked) latest.current.reset();
    }, requestThanksDelay);
    return () => clearTimeout(timer);
  }, [thanked]);
  return (
    <section className={classes.ask} aria-labelledby="ask">
      <div>
        <h2 id="ask">Not quite it?</h2>
        <p className="small">Tell us in your own words. A person reads it.</p>
      </div>
      <form {...form.props} className={classes.askForm}>
        <Textarea
          aria-label="What you are looking for"
          placeholder="We are looking for…"
          minRows={3}
          maxLength={5000}
          {...form.field("message")}
        />
        <SubmitButton busy={form.busy || thanked !== null} busyText={thanked === null ? "Sending…" : "Sent"}>
          Send
        </SubmitButton>
        <p role="status" className={classes.thanks}>
          {thanked === null ? "" : texts.thanks}
        </p>
        <FailureNotice failure={form.failure} />
      </form>
    </section>
  );
}
