import { signOut as revoke } from "@plumbline/contract/accounts/contract.ts";
import { call } from "../call.ts";
import { type Session, stopViewing } from "../session.ts";
import classes from "./view-as-banner.module.css";

type ViewedMember = NonNullable<Session["viewedMember"]>;

/** On top of every page while a member of staff views an account as its member (G-18). */
export default function ViewAsBanner({ session, member }: { session: Session; member: ViewedMember }) {
  const { name, memberId } = member;
  const until = new Date(session.expiresAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const stop = async () => {
    try {
      await call(revoke, { body: { token: session.accessToken } });
    } catch {
      // Viewing ends here even when the call fails; the session then ends when it expires.
    }
    stopViewing();
    location.assign(`/back-office/members/${memberId}`);
  };
  return (
    <section className={classes.banner} aria-label="Looking as a member">
      <p>
        You are looking as <strong>{name}</strong> until {until}. Nothing can be changed, and {name} has been told.
      </p>
      <button type="button" className={classes.stop} onClick={stop}>
        Stop
      </button>
    </section>
  );
}
