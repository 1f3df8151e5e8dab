import type { ProjectDetail } from "@plumbline/contract/engagements/contract.ts";
import { statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Why a proposal cannot be edited now. */
export default function NothingToEdit({ project: { id, status, held_back: heldBack } }: { project: ProjectDetail }) {
  return (
    <EmptyState
      title="There is nothing to edit now"
      text={
        heldBack ??
        `This engagement is ${statusLabels[status].toLowerCase()}. A proposal can be edited when its customer sends it back.`
      }
      action={<ButtonLink to={`/project/${id}`}>Open the engagement</ButtonLink>}
    />
  );
}
