import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { WithSidebar } from "../../ui/surface.tsx";
import type { PathStep } from "./getting-started.ts";
import { greeting } from "./greeting.ts";
import classes from "./member-home.module.css";
import { MembersSections } from "./members-sections.tsx";
import type { Step, Suggestion } from "./next-steps.ts";
import type { MembersCopy } from "./overview.ts";
import { Path } from "./path.tsx";
import { StepsList } from "./steps-list.tsx";

/**
 * The home page of a role (row H-10): the next steps, with panels beside them and the editors' sections below. A new
 * member's path stands beside, and does without the suggestion where nothing waits.
 */
export function MemberHome({
  name,
  copy,
  sentence,
  banner,
  path,
  beside,
  children,
  ...steps
}: {
  name: string | undefined;
  copy: MembersCopy;
  sentence?: string | null;
  banner?: ReactNode;
  path: readonly PathStep[] | null;
  beside: ReactNode;
  /** Stands under the steps. */
  children?: ReactNode;
  steps: readonly Step[];
  incomplete: boolean;
  otherwise: Suggestion;
}) {
  return (
    <Page
      title={greeting(name, path ? "Welcome" : "Hello")}
      sentence={sentence || copy.description || "What needs you comes first."}
    >
      {banner}
      <WithSidebar
        firstAbove={path !== null}
        sidebar={
          <>
            {path && <Path steps={path} />}
            {beside}
          </>
        }
      >
        <div className={classes.main}>
          {(!path || steps.steps.length > 0) && <StepsList {...steps} />}
          {children}
        </div>
      </WithSidebar>
      <MembersSections sections={copy.sections} />
    </Page>
  );
}
