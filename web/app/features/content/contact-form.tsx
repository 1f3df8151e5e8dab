import { supportTexts } from "@plumbline/contract/support/rules.ts";
import { PlainField, PlainForm, PlainSend, PlainTextarea } from "../../ui/plain-form.tsx";
import look from "./contact.module.css";

type Posted = { errors: Record<string, string[]>; values: Record<string, string> };

const fields = [
  { name: "firstname", label: "First Name", missing: supportTexts.firstName, autoComplete: "given-name", half: true },
  { name: "lastname", label: "Last Name", missing: supportTexts.lastName, autoComplete: "family-name", half: true },
  { name: "email", label: "Email", missing: supportTexts.email, autoComplete: "email", type: "email" },
] as const;

/**
 * Posted by the browser itself where no script runs, else sent in place by shell/visit.js: the messages beside the fields,
 * the thanks under the button. `posted` is what came back with something to correct.
 */
export function ContactForm({ posted, thanks }: { posted: Posted | null; thanks: string }) {
  const wrong = posted && Object.keys(posted.errors).some((name) => name !== "base");
  const base = posted?.errors.base?.join(" ") ?? "";
  return (
    <PlainForm
      className={look.form}
      action="/contact"
      call="/api/contactus"
      incomplete={supportTexts.incomplete}
      failed="Your message has not been sent. Please try again in a moment; nothing you wrote is lost."
    >
      {fields.map(({ name, ...field }) => (
        <PlainField
          key={name}
          id={name}
          {...field}
          message={posted?.errors[name]?.join(" ")}
          defaultValue={posted?.values[name]}
        />
      ))}
      <PlainTextarea
        id="message"
        label="Message"
        rows={6}
        missing={supportTexts.message}
        message={posted?.errors["message"]?.join(" ")}
        defaultValue={posted?.values["message"]}
      />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <PlainSend
        text="Send message"
        busy="Sending…"
        tone={thanks ? "good" : "bad"}
        said={thanks || (wrong ? supportTexts.incomplete : base)}
      />
    </PlainForm>
  );
}
