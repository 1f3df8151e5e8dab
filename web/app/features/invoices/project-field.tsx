import type { Project } from "@plumbline/contract/engagements/contract.ts";
import { Select } from "../../ui/late-inputs.tsx";
import classes from "./invoice-form.module.css";

/** Without a status for a claim, whose project may be over. */
export type Billable = Pick<Project, "id" | "name" | "customer"> & Partial<Pick<Project, "status">>;

/** The project that an invoice is for, and to whom it goes (row I-01). */
export function ProjectField({
  projects,
  chosen,
  error,
  onChange,
}: {
  projects: readonly Billable[];
  chosen: Billable | undefined;
  error: string | null;
  onChange: (id: number | null) => void;
}) {
  return (
    <div className={classes.project}>
      <Select
        label="Project"
        placeholder="Select a project in progress"
        searchable={projects.length > 8}
        nothingFoundMessage="Nothing found"
        allowDeselect={false}
        value={chosen ? String(chosen.id) : null}
        onChange={(id) => onChange(id ? Number(id) : null)}
        data={projects.map(({ id, name, customer }) => ({
          value: String(id),
          label: `${name} · ${customer.profile.name}`,
        }))}
        error={error}
      />
      {chosen && (
        <p className="small">
          {chosen.status === "accepted" ? "Sending this invoice starts the project. " : ""}
          Goes to {[chosen.customer.profile.name, chosen.customer.company.company_name].filter(Boolean).join(", ")}.
        </p>
      )}
    </div>
  );
}
