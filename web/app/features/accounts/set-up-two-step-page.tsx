import { redirect, useRevalidator } from "react-router";
import { only } from "../../guards.ts";
import { useLeaveWhenSignedOut } from "../../layouts/leave-when-signed-out.ts";
import { takeReturn } from "../../return-to.ts";
import { currentSession } from "../../session.ts";
import { loadStaff } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { TwoStep } from "./two-step.tsx";

export const meta = () => titled("One more step");

export const clientMiddleware = [only("staff")];

/** Leads to the page that was asked for as soon as nothing is to be set up. */
export async function clientLoader() {
  const { mustSetUpTwoStep } = await loadStaff();
  if (mustSetUpTwoStep) return null;
  throw redirect(takeReturn(currentSession()?.email ?? "") ?? "/back-office");
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** All that staff see before two-step sign-in is set up, where it is required (G-17). */
export default function SetUpTwoStepPage() {
  useLeaveWhenSignedOut();
  const { revalidate } = useRevalidator();
  return (
    <Page
      title="One more step"
      sentence="Staff sign in with two steps here: your password, and a code from an app on your phone. Set it up, and the back office opens."
      width="form"
    >
      <TwoStep onSetUp={revalidate} />
    </Page>
  );
}
