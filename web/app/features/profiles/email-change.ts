import { useState } from "react";
import { asFailure } from "../../failure.ts";

export type EmailChange = {
  /** The current address. */
  current: string;
  /** Another address is typed, so the password is required. */
  needed: boolean;
  /** The server has asked for the code of the second step. */
  asksForCode: boolean;
  /** The address that a link was sent to. */
  asked: string | null;
};

type PersonForm = {
  values: { email: string };
  setValues: (values: { email: string; current_password: string; otp: string }) => void;
};

const differs = (typed: string, current: string) =>
  typed.trim() !== "" && typed.trim().toLowerCase() !== current.toLowerCase();

/** Follows the e-mail field of a profile form; call `saved` with the input once it has been saved, `refused` when not. */
export function useEmailChange(current: string, form: PersonForm) {
  const [asked, setAsked] = useState<string | null>(null);
  const [asksForCode, setAsksForCode] = useState(false);
  const change: EmailChange = { current, needed: differs(form.values.email, current), asksForCode, asked };
  const saved = (typed: string) => {
    if (!differs(typed, current)) return;
    setAsked(typed.trim());
    setAsksForCode(false);
    form.setValues({ email: current, current_password: "", otp: "" });
  };
  const refused = (error: unknown): never => {
    if (asFailure(error).errors["otp"]) setAsksForCode(true);
    throw error;
  };
  return { change, saved, refused };
}
