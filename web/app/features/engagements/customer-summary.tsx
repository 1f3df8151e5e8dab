import { Modal } from "@mantine/core";
import type { Project } from "@plumbline/contract/engagements/contract.ts";
import { texts } from "@plumbline/contract/engagements/rules.ts";
import { useRef } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import look from "./engagements.module.css";

/** Who a customer is, in a dialog, with the way to write to them (row E-17). */
export function CustomerSummary({ customer, onClose }: { customer: Project["customer"] | null; onClose: () => void }) {
  // Stays drawn while the dialog leaves.
  const last = useRef(customer);
  if (customer) last.current = customer;
  const shown = customer ?? last.current;
  if (!shown) return null;
  const { profile, company } = shown;
  const address = [company.address_1, company.address_2, company.city?.name, company.postcode]
    .filter(Boolean)
    .join(", ");
  return (
    <Modal opened={customer !== null} onClose={onClose} title={profile.name} classNames={{ title: look.modalTitle }}>
      <div className={look.summary}>
        <div className={look.summaryHead}>
          <Portrait photo={profile.photo} name="" size={64} />
          <div>
            {(profile.job_title?.name ?? profile.position_or_title) && (
              <p>{profile.job_title?.name ?? profile.position_or_title}</p>
            )}
            {company.company_name && <p className={look.company}>{company.company_name}</p>}
          </div>
        </div>
        {profile.head_line && <p>{profile.head_line}</p>}
        {address && <p className="small">{address}</p>}
        <ButtonLink to={`/messages/${shown.id}`}>{texts.sendMessage}</ButtonLink>
      </div>
    </Modal>
  );
}
