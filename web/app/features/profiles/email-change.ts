import { useState } from "react";

export type EmailChange = {
  /** The current address. */
  current: string;
  /** Another address is typed, so the password is required. */
  needed: boolean;
  /** The address that a link was sent to. */
  asked: string | null;
};

type PersonForm = {
  values: { email: string };
  setValues: (values: { email: string; current_password: string }) => void;
};

const differs = (typed: string, current: string) => typed.trim().toLowerCase() !== current.toLowerCase();

/** Follows the e-mail field of a profile form; call `saved` with the input once it has been saved. */
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
