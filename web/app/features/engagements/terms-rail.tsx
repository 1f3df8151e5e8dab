import type { ProjectDetail } from "@plumbline/contract/engagements/contract.ts";
import { periods } from "@plumbline/contract/engagements/rules.ts";
import { termsNote, termsTitle } from "@plumbline/contract/engagements/state-words.ts";
import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds, hundredthsOf } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { Money } from "../../ui/money.tsx";
import { Surface } from "../../ui/surface.tsx";
import { NetOfFee } from "../payment/net-of-fee.tsx";
import { Moves } from "./moves.tsx";
import classes from "./project.module.css";

/** The agreed terms, the total, and the available actions (rows E-20 and E-23). */
export function TermsRail({
  project,
  invoices: { entries, invoiced, left, beyond, paid, claimed, terms, plus_vat: plusVat },
  role,
}: {
  project: ProjectDetail;
  invoices: ProjectInvoices;
  role: Role;
}) {
  const { payment_type: type, payment_cost: cost, payment_span: span, total_payment: total } = project;
  const note = termsNote(project.status, role);
  return (
    <Surface tinted>
      <h2 className="eyebrow">{termsTitle(project.status)}</h2>
      <p className={classes.row}>
        <span>
          {formatPounds(cost)} per {periods[type]}
        </span>
        <span className={classes.figure}>× {span}</span>
      </p>
      <p className={classes.row}>
        <span>Paid by invoice</span>
        <span className="small">{role === "customer" ? "from your saved card" : "to your payout account"}</span>
      </p>
      <p className={`${classes.row} ${classes.total}`}>
        <span>Total{plusVat && ", plus VAT"}</span>
        <Money pounds={total} big />
      </p>
      {role === "advisor" && (
        <p className="small">
          <NetOfFee pence={hundredthsOf(total) ?? 0} percent={terms?.commission_percent} />
        </p>
      )}
      {entries.length > 0 && (
        <div className={`small ${classes.invoiced}`}>
          <p className={classes.row}>
            <span>Invoiced so far{plusVat && ", without VAT"}</span>
            <Money pounds={invoiced} />
          </p>
          <p className={classes.row}>
            <span>Paid{plusVat && ", without VAT"}</span>
            <Money pounds={paid} />
          </p>
          {/* A completed engagement takes no further invoices. */}
          {(beyond > 0 || project.status !== "completed") && (
            <p className={beyond > 0 ? `${classes.row} ${classes.beyond}` : classes.row}>
              <span>{beyond > 0 ? "Invoiced beyond the total" : "Left to invoice"}</span>
              <Money pounds={beyond > 0 ? beyond : left} />
            </p>
          )}
          {claimed > 0 && (
            <p className={classes.row}>
              <span>Claimed besides, for late payment</span>
              <Money pounds={claimed} />
            </p>
          )}
        </div>
      )}
      <Moves project={project} role={role} plusVat={plusVat ?? false} />
      {!project.held_back && (
        <p className={`small ${classes.smallPrint}`}>
          {note.before}
          <Link to="/terms-and-conditions">terms</Link>
          {note.after}
        </p>
      )}
    </Surface>
  );
}
