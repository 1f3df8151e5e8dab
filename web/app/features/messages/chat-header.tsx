import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { Link } from "react-router";
import type { Who } from "../../session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { Bone } from "../../ui/skeletons.tsx";
import look from "./chat.module.css";

/** Who is on the other side, and the way to work with them (row M-04). */
export function ChatHeader({ conversation, role }: { conversation: Conversation | null; role: Who | undefined }) {
  const receiver = conversation?.receiver;
  return (
    <header className={look.chatHead}>
      <Link className={look.back} to={`/messages/${role ?? "customer"}`} aria-label="All conversations">
        <ArrowLeftIcon />
      </Link>
      {receiver ? (
        <>
          <Portrait name="" photo={receiver.photo} size={44} />
          <div className={look.who}>
            <h2>
              <Link to={`/profile-details/${receiver.id}`}>{receiver.name}</Link>
            </h2>
            {receiver.subtitle && <p className="small">{receiver.subtitle}</p>}
          </div>
          {role === "advisor" ? (
            <ButtonLink className={look.work} to="/create-project">
              Create Engagement
            </ButtonLink>
          ) : (
            <ButtonLink className={look.work} look="line" to="/engagements">
              Review Engagement
            </ButtonLink>
          )}
        </>
      ) : (
        <Bone width={180} height={22} />
      )}
    </header>
  );
}
