import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { greeting } from "./greeting.ts";
import { MembersSections } from "./members-sections.tsx";
import type { Step } from "./next-steps.ts";
import type { MembersCopy } from "./overview.ts";
import { StepsList } from "./steps-list.tsx";

/** The home page of a role (row H-10): the next steps, with a panel beside them and the editors' sections below. */
export function MemberHome({
  name,
  copy,
  banner,
  panel,
  below,
  ...steps
}: {
  name: string | undefined;
  copy: MembersCopy;
  banner?: ReactNode;
  panel: ReactNode;
  /** Stands under the panel, beside the steps. */
  below?: ReactNode;
  steps: readonly Step[];
  incomplete: boolean;
  otherwise: { text: string; to: string; label: string };
}) {
  return (
    <Page title={greeting(name)} sentence={copy.description || "What needs you comes first."}>
      {banner}
      <WithSidebar
        sidebar={
          <>
            <Surface tinted>{panel}</Surface>
            {below}
          </>
        }
      >
        <StepsList {...steps} />
      </WithSidebar>
      <MembersSections sections={copy.sections} />
    </Page>
  );
}
