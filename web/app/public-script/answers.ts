import { emailMessage, emailPattern } from "@plumbline/contract/email-address.ts";
import type { PublicForm } from "@plumbline/contract/public-forms.ts";

/** A field's state when its form is submitted. */
export type FieldState = {
  id: string;
  name: string;
  type: string;
  value: string;
  /** The id of the option behind the text, where a field offers options. */
  chosen?: string | undefined;
  checked?: boolean;
  disabled?: boolean;
  /** For passwords: spaces are not trimmed. */
  verbatim?: boolean;
};

type Rules = Pick<PublicForm, "fields">;
type Values = { [name: string]: unknown };

const textOf = ({ chosen, value }: FieldState) => chosen ?? value;

/** A field's name on the wire. */
export const wireOf = ({ fields }: Rules, name: string): string => fields[name]?.wire ?? name;

/** The request's body: dots in wire names make objects, and fields with the same name are joined, or a list. */
export function requestBodyOf(rules: Rules, answers: readonly FieldState[]): Values {
  const body: Values = {};
  for (const answer of answers) {
    if (answer.disabled || (answer.type === "radio" && !answer.checked)) continue;
    const { list, citiesOf, many } = rules.fields[answer.name] ?? {};
    const path = wireOf(rules, answer.name).split(".");
    const last = path.pop() ?? "";
    const at = path.reduce(within, body);
    const value = list || citiesOf ? Number(textOf(answer)) : textOf(answer);
    const before = at[last];
    if (many) at[last] = [...(Array.isArray(before) ? before : []), value];
    else at[last] = typeof before === "string" ? `${before.trim()} ${String(value).trim()}` : value;
  }
  return body;
}

function within(values: Values, name: string): Values {
  const inner = { ...Object(values[name]) };
  values[name] = inner;
  return inner;
}

/** What can be checked before sending, by the id of the field. */
export function errorsOf({ fields }: Rules, answers: readonly FieldState[]): Map<string, string> {
  const complaints = new Map<string, string>();
  const checked = new Set(answers.filter((each) => each.checked).map(({ name }) => name));
  const said = new Set<string>();
  for (const answer of answers) {
    const { missing, email } = fields[answer.name] ?? {};
    const text = answer.verbatim ? textOf(answer) : textOf(answer).trim();
    const radio = answer.type === "radio";
    if (missing && (radio ? !checked.has(answer.name) : !text)) {
      // Only once for all radio buttons of one name.
      if (!radio || !said.has(answer.name)) complaints.set(answer.id, missing);
      said.add(answer.name);
    } else if (email && text && !emailPattern.test(text)) complaints.set(answer.id, emailMessage);
  }
  return complaints;
}
