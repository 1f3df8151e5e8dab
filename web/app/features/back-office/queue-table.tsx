import { Link } from "react-router";
import { DataTable } from "../../ui/data-table.tsx";
import classes from "./application.module.css";
import { type Row, What, With } from "./queue-cells.tsx";
import { WaitingFor } from "./waiting-for.tsx";

/** The applications of the queue; whoever may decide can mark several, and take one on. */
export function QueueTable({
  rows,
  selected,
  reader,
  marked,
  onToggle,
  onAssign,
}: {
  rows: readonly Row[];
  selected: number | undefined;
  reader: number | null;
  marked: ReadonlySet<number>;
  /** These two are null for whoever may not decide. */
  onToggle: ((id: number) => void) | null;
  onAssign: ((row: Row, to: "me" | "nobody") => void) | null;
}) {
  return (
    <DataTable
      caption="Applications"
      hideCaption
      rows={rows}
      rowKey={({ id }) => id}
      selected={selected}
      columns={[
        ...(onToggle
          ? [
              {
                title: "",
                cell: ({ id, name, decision }: Row) =>
                  decision === null && (
                    <input
                      type="checkbox"
                      className={classes.mark}
                      aria-label={`Choose ${name}`}
                      checked={marked.has(id)}
                      onChange={() => onToggle(id)}
                    />
                  ),
                phone: "end" as const,
              },
            ]
          : []),
        {
          title: "Who",
          phone: "lead",
          cell: ({ id, name, company_name: company }) => (
            <div>
              <Link to={`/back-office/applications/${id}`}>{name}</Link>
              {company && <div className="small">{company}</div>}
            </div>
          ),
        },
        { title: "What", phone: "bare", cell: (row) => <What row={row} /> },
        { title: "Waiting", cell: (row) => <WaitingFor application={row} /> },
        {
          title: "With",
          cell: (row) => <With row={row} reader={reader} onAssign={row.decision === null ? onAssign : null} />,
        },
      ]}
    />
  );
}
