import { supportTexts } from "@plumbline/contract/support/rules.ts";
import { PlainField, PlainForm, PlainSubmit, PlainTextarea, plainForm } from "../../ui/plain-form.tsx";
import classes from "./contact.module.css";
import { Honeypot } from "./honeypot.tsx";
import { type Posted, postedField } from "./posted.ts";

const form = plainForm("contact");
const fields = [
  { name: "firstname", label: "First Name", autoComplete: "given-name", half: true },
  { name: "lastname", label: "Last Name", autoComplete: "family-name", half: true },
  { name: "email", label: "Email", autoComplete: "email" },
] as const;

/**
 * Posted by the browser itself without scripts, else sent in place by the public script: the errors beside the fields,
 * the thanks under the button. `posted` is a post that has errors to correct (row F-01).
 */
export function ContactForm({ posted, thanks }: { posted: Posted | null; thanks: string }) {
  const wrong = posted && Object.keys(posted.errors).some((name) => name !== "base");
  const base = posted?.errors.base?.join(" ") ?? "";
  return (
    <PlainForm className={classes.form} action="/contact" {...form.props}>
      {fields.map(({ name, ...field }) => (
        <PlainField key={name} {...field} {...form.field(name)} {...postedField(posted, name)} />
      ))}
      <PlainTextarea label="Message" rows={6} {...form.field("message")} {...postedField(posted, "message")} />
      <Honeypot />
      <PlainSubmit
        busyText="Sending…"
        tone={thanks ? "good" : "bad"}
        status={thanks || (wrong ? supportTexts.incomplete : base)}
      >
        Send message
      </PlainSubmit>
    </PlainForm>
  );
}
