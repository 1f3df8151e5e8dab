import { imposeSanction, listMemberSanctions } from "@plumbline/contract/sanctions/contract.ts";
import { type SanctionAct, type Standing, standingLabels } from "@plumbline/contract/sanctions/rules.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormActions } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/member-sanctions-page.ts";
import { actWords, SanctionDialog } from "./sanction-form.tsx";
import { AppealWords, SanctionWords } from "./sanction-words.tsx";
import classes from "./sanctions.module.css";

export const meta = () => titled("Decisions about a member");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  call(listMemberSanctions, { params: { id: params.memberId } });

export const standingTones: Record<Standing, Tone> = { open: "calm", restricted: "wait", suspended: "bad" };

/** A member's standing, what was decided about them, and what may be decided now: the buttons are the table's. */
export default function MemberSanctionsPage({ loaderData }: Route.ComponentProps) {
  const { member, standing, entries, allowed_actions: allowed } = loaderData;
  const [act, setAct] = useState<SanctionAct | null>(null);
  return (
    <Page
      back={{ to: `/back-office/members/${member.id}`, text: member.name }}
      title={member.name}
      eyebrow="Decisions"
      badge={<Badge tone={standingTones[standing]}>{standingLabels[standing]}</Badge>}
      sentence={`${member.role === "advisor" ? "Advisor" : "Business member"}, ${member.email}. Everything decided here is told to the member with its reason, but not who decided it.`}
      note={<ReadOnlyNote of={imposeSanction} />}
      width="reading"
    >
      {allowed.length > 0 && (
        <FormActions>
          {allowed.map((each) => (
            <Button
              key={each}
              variant={each === "suspend" ? "danger" : each === "reopen" ? "primary" : "line"}
              aria-haspopup="dialog"
              onClick={() => setAct(each)}
            >
              {actWords[each].button}
            </Button>
          ))}
        </FormActions>
      )}
      <div className={classes.apart}>
        {entries.length === 0 ? (
          <EmptyState title="Nothing decided yet" text="Warnings, removals, restrictions and suspensions stand here." />
        ) : (
          <ul className={classes.list}>
            {entries.map((sanction) => (
              <li key={sanction.id} className={classes.sanction}>
                <SanctionWords sanction={sanction} linked={false}>
                  {sanction.appeal && <AppealWords appeal={sanction.appeal} forMember={false} />}
                </SanctionWords>
              </li>
            ))}
          </ul>
        )}
      </div>
      <SanctionDialog act={act} member={member} onClose={() => setAct(null)} />
    </Page>
  );
}
