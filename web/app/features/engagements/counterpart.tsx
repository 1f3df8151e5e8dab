import type { Project } from "@plumbline/contract/engagements/contract.ts";
import { texts } from "@plumbline/contract/engagements/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { dotted } from "../../dotted.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { Surface } from "../../ui/surface.tsx";
import classes from "./project.module.css";

/** The other member, with a link to write to them. `role` is the reader's. */
export function Counterpart({ party, role }: { party: Project["customer"]; role: Role }) {
  const { profile, company } = party;
  const title = profile.job_title?.name ?? profile.position_or_title;
  const place = dotted(title, company.company_name, company.city?.name);
  return (
    <Surface>
      <div className={classes.party}>
        <Portrait photo={profile.photo} name="" size={56} />
        <div>
          <strong>
            {role === "customer" ? <Link to={`/profile-details/${party.id}`}>{profile.name}</Link> : profile.name}
          </strong>
          {place && <p className="small">{place}</p>}
        </div>
      </div>
      {profile.head_line && <p className={`small ${classes.headline}`}>{profile.head_line}</p>}
      <ButtonLink variant="line" to={`/messages/${party.id}`} className={classes.wide}>
        {role === "customer" ? texts.goToChat : texts.sendMessage}
      </ButtonLink>
    </Surface>
  );
}
