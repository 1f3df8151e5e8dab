import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { Suspense } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import type { Who } from "../../stored-session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ArrowLeftIcon, FileIcon } from "../../ui/icons.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { Portrait } from "../../ui/portrait.tsx";
import { SkeletonBar } from "../../ui/skeletons.tsx";
import classes from "./chat.module.css";

const Gallery = onDemand(async () => ({ default: (await import("./gallery.tsx")).Gallery }));

/** The other member, and actions for working with them (row M-04). */
export function ChatHeader({ conversation, role }: { conversation: Conversation | null; role: Who | undefined }) {
  const receiver = conversation?.receiver;
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const files = search.get("files") === "yes";
  const open = () => {
    const next = new URLSearchParams(search);
    next.set("files", "yes");
    setSearch(next, { state: { opened: true } });
  };
  const close = () => {
    // Back to where it was opened; an address that was opened with it has nothing before it.
    if (location.state?.opened) return navigate(-1);
    const next = new URLSearchParams(search);
    next.delete("files");
    setSearch(next, { replace: true });
  };
  const q = search.get("q");
  return (
    <header className={classes.chatHead}>
      <Link
        className={classes.back}
        to={{ pathname: `/messages/${role ?? "customer"}`, search: q ? `?${new URLSearchParams({ q })}` : "" }}
        aria-label="All conversations"
      >
        <ArrowLeftIcon />
      </Link>
      {receiver ? (
        <>
          <Portrait name="" photo={receiver.photo} size={44} />
          <div className={classes.who}>
            <h2 title={receiver.name}>
              <Link to={`/profile-details/${receiver.id}`}>{receiver.name}</Link>
            </h2>
            {receiver.subtitle && (
              <p className="small" title={receiver.subtitle}>
                {receiver.subtitle}
              </p>
            )}
          </div>
          <button type="button" className={classes.tool} onClick={open} aria-haspopup="dialog">
            <FileIcon />
            <span>Files</span>
          </button>
          {role === "advisor" ? (
            <ButtonLink className={classes.work} to={`/create-project?customer=${receiver.id}`}>
              Create Engagement
            </ButtonLink>
          ) : (
            <ButtonLink className={classes.work} variant="line" to="/engagements">
              Review Engagement
            </ButtonLink>
          )}
          <Suspense fallback={null}>{files && <Gallery receiver={receiver} opened onClose={close} />}</Suspense>
        </>
      ) : (
        <SkeletonBar width={180} height={22} />
      )}
    </header>
  );
}
