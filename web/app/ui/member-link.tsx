import { Link } from "react-router";
import classes from "./member-link.module.css";

/** A member's name, or their company's, that leads to their page of the back office. */
export function MemberLink({ id, name }: { id: number; name: string }) {
  return (
    <Link className={classes.link} to={`/back-office/members/${id}`}>
      {name}
    </Link>
  );
}
