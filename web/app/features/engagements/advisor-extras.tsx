import { Link } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import look from "./engagements.module.css";

/** What only advisors see above their list (row E-18). */
export function AdvisorActions() {
  return (
    <div className={look.extras}>
      <span className={look.soon}>
        <Button look="line" disabled aria-describedby="ned-soon">
          Add NED appointment
        </Button>
        <span className={look.ribbon} id="ned-soon">
          Coming soon!
        </span>
      </span>
      <ButtonLink to="/create-project">Add New Project</ButtonLink>
    </div>
  );
}

export function AdvisorNote() {
  return (
    <p className={look.note}>
      For a NED appointment, please <Link to="/contact">contact our team</Link>: we arrange it with you.
    </p>
  );
}
