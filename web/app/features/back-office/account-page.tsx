import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import ManagePassword from "../profiles/manage-password.tsx";

export const meta = () => titled("Your account");

/** A member of staff's own account: their password and sessions. */
export default function StaffAccountPage() {
  const session = useSession();
  return (
    <Page title="Your account" sentence={session ? `You are signed in as ${session.email}.` : ""} width="form">
      <ManagePassword who="staff" />
    </Page>
  );
}
