import { formatLong } from "@plumbline/contract/dates.ts";
import { periods } from "@plumbline/contract/engagements/rules.ts";
import { formatPence, hundredthsOf } from "@plumbline/contract/money.ts";
import { Facts } from "../../ui/facts.tsx";
import { Surface } from "../../ui/surface.tsx";
import type { Details, Terms } from "./proposal-values.ts";
import { totalTyped } from "./total-typed.ts";
import classes from "./wizard.module.css";

/** The proposal as the customer will see it, before it is sent. */
export default function ProposalPreview({
  details,
  terms,
  client,
  theme,
}: {
  details: Details;
  terms: Terms;
  client: string;
  theme: string;
}) {
  const fee = hundredthsOf(terms.payment_cost);
  const total = totalTyped(terms);
  const rows = [
    ["To", client],
    ["Theme", theme],
    [
      "When",
      details.start_date && details.end_date && `${formatLong(details.start_date)} – ${formatLong(details.end_date)}`,
    ],
    [
      "Fee",
      fee !== null &&
        terms.payment_span &&
        `${formatPence(fee)} per ${periods[terms.payment_type]} × ${terms.payment_span}`,
    ],
    ["Total", total !== null && formatPence(total)],
    ["Files", details.files.map(({ name }) => name).join(", ")],
    ["Collaborators", details.collaborators.join(", ")],
  ] as const;
  return (
    <Surface tinted>
      <section aria-label="Preview">
        <p className="eyebrow">Preview</p>
        <h2 className={classes.previewTitle}>{details.name}</h2>
        <p className={classes.previewText}>{details.description}</p>
        <Facts rows={rows} />
      </section>
    </Surface>
  );
}
