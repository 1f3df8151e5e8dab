import type { MemberPage } from "@plumbline/contract/back-office/members.ts";
import type { Area } from "@plumbline/contract/back-office/staff-roles.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import type { ComponentType } from "react";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CloseAccount } from "./close-account.tsx";
import classes from "./member.module.css";
import { ViewAs } from "./view-as.tsx";

type ActProps = { member: MemberPage };
/**
 * One thing that staff can do about a member: a button or link of its own. `area` is what their role needs to act in, and
 * `isOpen` whether it makes sense for this member now.
 */
type Act = { name: string; area: Area; isOpen: (member: MemberPage) => boolean; Button: ComponentType<ActProps> };

/** What staff can do about a member, in the order in which it is shown; each act has a line here. */
const acts: readonly Act[] = [
  {
    name: "decide",
    area: "applications",
    isOpen: ({ application }) => application.decision === null,
    Button: ({ member }) => (
      <ButtonLink to={`/back-office/applications/${member.id}`}>Decide the application</ButtonLink>
    ),
  },
  {
    name: "look",
    area: "members",
    isOpen: ({ state }) => state === "active",
    Button: ({ member }) => <ViewAs id={member.id} name={member.name} />,
  },
  {
    name: "write",
    area: "members",
    isOpen: () => true,
    Button: ({ member }) => (
      <ButtonLink variant="line" to={`mailto:${member.email}`} reloadDocument>
        Write to {addressOf(member.name)}
      </ButtonLink>
    ),
  },
  {
    name: "sanction",
    area: "sanctions",
    isOpen: ({ application }) => application.decision === "approved",
    Button: ({ member }) => (
      <ButtonLink variant="line" to={`/back-office/sanctions/${member.id}`}>
        Warn, restrict or suspend
      </ButtonLink>
    ),
  },
  {
    name: "close",
    area: "sanctions",
    isOpen: () => true,
    Button: ({ member }) => <CloseAccount id={member.id} name={member.name} closed={member.state === "closed"} />,
  },
];

/** The acts that this reader may take now; nothing when there are none. */
export function MemberActs({ member }: ActProps) {
  const may = useMay();
  const open = acts.filter(({ area, isOpen }) => may({ area, method: "POST" }) && isOpen(member));
  if (open.length === 0) return <ReadOnlyNote of={{ area: "members", method: "POST" }} />;
  return (
    <section aria-labelledby="acts">
      <h2 className="eyebrow" id="acts">
        Acts
      </h2>
      <div className={classes.acts}>
        {open.map(({ name, Button }) => (
          <Button key={name} member={member} />
        ))}
      </div>
    </section>
  );
}
