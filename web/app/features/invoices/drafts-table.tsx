import { formatShort } from "@plumbline/contract/dates.ts";
import { deleteDraft, type Invoice } from "@plumbline/contract/invoices/contract.ts";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import classes from "./invoices.module.css";

/** Drafts, visible to their advisor only (row I-08). */
export function DraftsTable({ drafts }: { drafts: readonly Invoice[] }) {
  const [going, setGoing] = useState<Invoice | null>(null);
  const { revalidate } = useRevalidator();
  return (
    <section className={classes.drafts}>
      <DataTable
        caption="Drafts"
        rows={drafts}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Project",
            cell: ({ id, project }) => <Link to={`/create-invoice?draft=${id}`}>{project.name}</Link>,
          },
          {
            title: "Customer",
            phone: "bare",
            cell: ({ customer }) => customer.company.company_name ?? customer.profile.name,
          },
          { title: "Begun", cell: ({ date }) => formatShort(date) },
          { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
          {
            title: "",
            align: "end",
            cell: (draft) => (
              <Button
                variant="quiet"
                onClick={() => setGoing(draft)}
                aria-label={`Delete the draft for ${draft.project.name}`}
              >
                Delete
              </Button>
            ),
          },
        ]}
      />
      <ConfirmDialog
        opened={going !== null}
        onClose={() => setGoing(null)}
        title="Delete this draft?"
        confirm="Delete"
        variant="danger"
        onConfirm={async () => {
          if (!going) return;
          const { id, version } = going;
          await call(deleteDraft, { params: { id }, query: { version } }).finally(revalidate);
        }}
      >
        <p>What you have written for {going?.project.name} is gone then.</p>
      </ConfirmDialog>
    </section>
  );
}
