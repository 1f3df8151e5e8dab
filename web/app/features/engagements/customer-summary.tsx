import type { Project } from "@plumbline/contract/engagements/contract.ts";
import { texts } from "@plumbline/contract/engagements/rules.ts";
import { useRef } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import classes from "./engagements.module.css";

/** A customer's summary in a dialog, with a link to write to them (row E-17). */
export function CustomerSummary({ customer, onClose }: { customer: Project["customer"] | null; onClose: () => void }) {
  // Keeps its content while the dialog closes.
  const last = useRef(customer);
  if (customer) last.current = customer;
  const shown = customer ?? last.current;
  if (!shown) return null;
  const { profile, company } = shown;
  const address = [company.address_1, company.address_2, company.city?.name, company.postcode]
    .filter(Boolean)
    .join(", ");
  return (
    <Dialog
      opened={customer !== null}
      onClose={onClose}
      title={profile.name}
      classNames={{ title: classes.modalTitle }}
    >
      <div className={classes.summary}>
        <div className={classes.summaryHead}>
          <Portrait photo={profile.photo} name="" size={64} />
          <div>
            {(profile.job_title?.name ?? profile.position_or_title) && (
              <p>{profile.job_title?.name ?? profile.position_or_title}</p>
            )}
            {company.company_name && <p className={classes.company}>{company.company_name}</p>}
          </div>
        </div>
        {profile.head_line && <p>{profile.head_line}</p>}
        {address && <p className="small">{address}</p>}
        <ButtonLink to={`/messages/${shown.id}`}>{texts.sendMessage}</ButtonLink>
      </div>
    </Dialog>
  );
}
