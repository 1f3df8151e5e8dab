import { Link } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import classes from "./engagements.module.css";

/** Actions above an advisor's list (row E-18). */
export function AdvisorActions() {
  return (
    <div className={classes.extras}>
      <span className={classes.soon}>
        <Button variant="line" disabled aria-describedby="ned-soon">
          Add NED appointment
        </Button>
        <span className={classes.ribbon} id="ned-soon">
          Coming soon!
        </span>
      </span>
      <ButtonLink to="/create-project">Add New Project</ButtonLink>
    </div>
  );
}

export function AdvisorNote() {
  return (
    <p className={classes.note}>
      For a NED appointment, please <Link to="/contact">contact our team</Link>: we arrange it with you.
    </p>
  );
}
