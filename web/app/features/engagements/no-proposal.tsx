import { appealPath } from "@plumbline/contract/sanctions/rules.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Why an advisor cannot propose anything now, and what to do. */
export default function NoProposal({ held }: { held: boolean }) {
  return held ? (
    <EmptyState
      title="You cannot send a proposal at the moment"
      text="Your account cannot start anything new for now. What runs goes on: you work, invoice and are paid as before."
      action={<ButtonLink to={appealPath}>Read why, or appeal</ButtonLink>}
    />
  ) : (
    <EmptyState
      title="Nobody to propose to yet"
      text="A proposal goes to a customer who has written to you. Customers write first, to the advisors they are matched with, and a fuller profile is matched more often."
      action={<ButtonLink to="/edit-profile/advisor">Complete your profile</ButtonLink>}
    />
  );
}
