import { TextInput } from "@mantine/core";
import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import classes from "./invoice-form.module.css";

/** In how many days the invoice is due: the usual ones unless the advisor says others between the bounds (decision 76). */
export function TermField({
  days,
  terms,
  error,
  onChange,
}: {
  days: string;
  /** Known once a project is chosen. */
  terms: ProjectInvoices["terms"];
  error: string | null;
  onChange: (days: string) => void;
}) {
  return (
    <div className={classes.project}>
      <TextInput
        label="Days to pay (optional)"
        description={terms && `${terms.usual} unless you say otherwise, from ${terms.shortest} to ${terms.longest}.`}
        inputMode="numeric"
        maxLength={3}
        value={days}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
