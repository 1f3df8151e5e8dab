import { tryAgain } from "@plumbline/contract/product.ts";
import type { PublicForm } from "@plumbline/contract/public-forms.ts";
import { type FieldState, wireOf } from "./answers.ts";

/** The `errors` of a response: messages by wire name, or the sign-in call's own form. */
export type Errors = { [name: string]: unknown; message?: unknown; status_code?: unknown; otp?: unknown };

const joined = (messages: unknown) => (Array.isArray(messages) ? messages.join(" ") : "");

/** Why a form was refused: messages by field id, and the message for the whole form. */
export function refusalOf(
  form: PublicForm,
  answers: readonly FieldState[],
  { status, statusText }: Pick<Response, "status" | "statusText">,
  errors: Errors,
): { complaints: Map<string, string>; text: string; asks: boolean } {
  const complaints = new Map<string, string>();
  const rest: string[] = [];
  for (const [wire, messages] of status === 422 ? Object.entries(errors) : []) {
    const answer = answers.find(({ name }) => wireOf(form, name) === wire);
    if (answer) complaints.set(answer.id, joined(messages));
    else rest.push(joined(messages));
  }
  return {
    complaints,
    // Not refused but asked for more: the password was right.
    asks: errors.otp === "required",
    text: status === 422 ? rest.join(" ") || (form.incomplete ?? "") : whole(form, status, statusText, errors),
  };
}

function whole(form: PublicForm, status: number, statusText: string, errors: Errors): string {
  const message = typeof errors.message === "string" ? errors.message : joined(errors["base"]);
  if (errors.otp === "required") return message;
  if (form.saysStatus && (status === 401 || status === 404 || status >= 500))
    return `${errors.status_code ?? status} ${message || [statusText, tryAgain].filter(Boolean).join(". ")}`;
  return message || (form.failed ?? "");
}
