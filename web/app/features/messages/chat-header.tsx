import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { Link } from "react-router";
import type { Who } from "../../stored-session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { SkeletonBar } from "../../ui/skeletons.tsx";
import classes from "./chat.module.css";

/** The other member, and actions for working with them (row M-04). */
export function ChatHeader({ conversation, role }: { conversation: Conversation | null; role: Who | undefined }) {
  const receiver = conversation?.receiver;
  return (
    <header className={classes.chatHead}>
      <Link className={classes.back} to={`/messages/${role ?? "customer"}`} aria-label="All conversations">
        <ArrowLeftIcon />
      </Link>
      {receiver ? (
        <>
          <Portrait name="" photo={receiver.photo} size={44} />
          <div className={classes.who}>
            <h2>
              <Link to={`/profile-details/${receiver.id}`}>{receiver.name}</Link>
            </h2>
            {receiver.subtitle && <p className="small">{receiver.subtitle}</p>}
          </div>
          {role === "advisor" ? (
            <ButtonLink className={classes.work} to={`/create-project?customer=${receiver.id}`}>
              Create Engagement
            </ButtonLink>
          ) : (
            <ButtonLink className={classes.work} variant="line" to="/engagements">
              Review Engagement
            </ButtonLink>
          )}
        </>
      ) : (
        <SkeletonBar width={180} height={22} />
      )}
    </header>
  );
}
