import {
  draftLineErrors,
  type LineErrors,
  lineErrors,
  readLine,
  texts,
  totalError,
  totalOf,
} from "@plumbline/contract/invoices/rules.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { filled, type Row } from "./lines.ts";

/** What is wrong with an invoice that is being written, where it is shown: at cells by their row's key, or at the whole. */
export type InvoiceErrors = {
  rows: ReadonlyMap<number, LineErrors>;
  project: string | null;
  days: string | null;
  whole: Failure | string | null;
};

export const noErrors: InvoiceErrors = { rows: new Map(), project: null, days: null, whole: null };

export const hasErrors = ({ rows, project, days, whole }: InvoiceErrors): boolean =>
  rows.size > 0 || project !== null || days !== null || whole !== null;

/** Errors before sending. An empty table has its errors on the first row. */
export function errorsBeforeSending(typed: readonly Row[], projectId: number | null): InvoiceErrors {
  const counting = filled(typed);
  const rows = found(counting.length > 0 ? counting : typed.slice(0, 1), lineErrors);
  const whole = rows.size > 0 ? null : totalError(totalOf(counting.map(readLine)));
  return { ...noErrors, rows, project: projectId ? null : texts.selectProject, whole };
}

/** A draft may be incomplete, but not contain values that cannot be stored. */
export function errorsOfDraft(typed: readonly Row[], projectId: number | null): InvoiceErrors {
  const rows = found(filled(typed), draftLineErrors);
  return { ...noErrors, rows, project: projectId ? null : texts.selectProject };
}

const found = (rows: readonly Row[], errorsOfLine: (row: Row) => LineErrors) =>
  new Map(
    rows
      .map((row) => [row.key, errorsOfLine(row)] as const)
      .filter(([, complaints]) => Object.keys(complaints).length > 0),
  );

/** The errors of a call that was refused; the server names lines by their position in `sent`. */
export function errorsOf(thrown: unknown, sent: readonly Row[]): InvoiceErrors {
  const problem = asFailure(thrown);
  const errors = problem.status === 422 ? problem.errors : {};
  const { rows, whole } = lineErrorsOf(errors, sent);
  const project = errors["project_id"]?.join(" ") ?? null;
  const days = errors["payment_term_days"]?.join(" ") ?? null;
  return { rows, project, days, whole: whole ?? (rows.size > 0 || project || days ? null : problem) };
}

function lineErrorsOf(errors: Record<string, string[]>, sent: readonly Row[]) {
  const rows = new Map<number, LineErrors>();
  let whole: string | null = null;
  for (const [field, messages] of Object.entries(errors)) {
    const [list, index, column] = field.split(".");
    if (list !== "items_attributes") continue;
    const row = sent[Number(index)];
    // The choice of VAT has no place for a message, and none at all where the page does not know of the registration.
    if (!row || !column || column === "vat_treatment") whole = messages.join(" ") || texts.noLines;
    else rows.set(row.key, { ...rows.get(row.key), [column]: messages.join(" ") });
  }
  return { rows, whole };
}

/** Clears the errors of a row's cells once they are edited. */
export function withoutCells(errors: InvoiceErrors, key: number, columns: readonly string[]): InvoiceErrors {
  const before = errors.rows.get(key);
  if (!before) return errors;
  const rest = Object.entries(before).filter(([column]) => !columns.includes(column));
  return { ...errors, rows: new Map([...errors.rows, [key, Object.fromEntries(rest)]]) };
}
