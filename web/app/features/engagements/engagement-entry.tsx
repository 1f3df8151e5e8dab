import { formatShort } from "@plumbline/contract/dates.ts";
import type { Project } from "@plumbline/contract/engagements/contract.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { TextButton } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import classes from "./engagements.module.css";
import { StatusBadge } from "./status-badge.tsx";

/**
 * An engagement in the list, with the other member: a customer's name opens their summary, an advisor's links to their
 * profile.
 */
export function EngagementEntry({
  engagement,
  role,
  onCustomer,
}: {
  engagement: Project;
  role: Role;
  onCustomer: (customer: Project["customer"]) => void;
}) {
  const { id, name, status, description, customer, advisor, start_date, end_date, total_payment } = engagement;
  const { profile, company } = role === "advisor" ? customer : advisor;
  return (
    <li className={classes.entry}>
      <Portrait photo={profile.photo} name="" size={48} />
      <div className={classes.words}>
        <div className={classes.heading}>
          <h2>
            <Link to={`/project/${id}`}>{name}</Link>
          </h2>
          <StatusBadge status={status} />
        </div>
        <p className={classes.who}>
          {role === "advisor" ? (
            <TextButton onClick={() => onCustomer(customer)} aria-haspopup="dialog">
              {profile.name}
            </TextButton>
          ) : (
            <Link to={`/profile-details/${profile.id}`}>{profile.name}</Link>
          )}
          {company.company_name && <span> · {company.company_name}</span>}
        </p>
        <p className={classes.description}>{description}</p>
      </div>
      <div className={classes.figures}>
        <Money pounds={total_payment} />
        <span className="small">
          {formatShort(start_date)} – {formatShort(end_date)}
        </span>
      </div>
    </li>
  );
}
