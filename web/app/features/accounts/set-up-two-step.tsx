import { useRevalidator } from "react-router";
import { loadStaff } from "../../shell/me.ts";
import { Page } from "../../ui/page.tsx";
import { TwoStep } from "./two-step.tsx";

/** All that staff see before two-step sign-in is set up, where it is required (G-17). */
export function SetUpTwoStep() {
  const { revalidate } = useRevalidator();
  return (
    <Page
      title="One more step"
      sentence="Staff sign in with two steps here: your password, and a code from an app on your phone. Set it up, and the back office opens."
      width="form"
    >
      <TwoStep
        onSetUp={async () => {
          await loadStaff();
          await revalidate();
        }}
      />
    </Page>
  );
}
