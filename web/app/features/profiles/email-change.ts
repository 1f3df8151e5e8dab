import { useState } from "react";

export type EmailChange = {
  /** The address that signs in now. */
  current: string;
  /** Another one is typed: the password is asked for. */
  needed: boolean;
  /** The address that a link was sent to. */
  asked: string | null;
};

type PersonForm = {
  values: { email: string };
  setValues: (values: { email: string; current_password: string }) => void;
};

const differs = (typed: string, current: string) => typed.trim().toLowerCase() !== current.toLowerCase();

/** Follows the e-mail field of a profile form; call `saved` with what was typed once the save has been answered. */
export function useEmailChange(current: string, form: PersonForm) {
  const [asked, setAsked] = useState<string | null>(null);
  const change: EmailChange = { current, needed: differs(form.values.email, current), asked };
  const saved = (typed: string) => {
    if (!differs(typed, current)) return;
    setAsked(typed.trim());
    form.setValues({ email: current, current_password: "" });
  };
  return { change, saved };
}
