import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonBar } from "../../ui/skeletons.tsx";
import classes from "./chat.module.css";
import { type Chat, loadOlder } from "./chats.ts";
import { Message, PendingMessage } from "./message.tsx";
import paneClasses from "./messages.module.css";
import { dayName, type Entry } from "./thread.ts";

/** Within this distance of the end, in pixels, the list follows new messages. */
const near = 120;

/**
 * The messages, oldest first. The list stays at the end while the reader is there, and loads older messages when they
 * scroll up.
 */
export function MessageList({
  chat,
  entries,
  conversation,
  receiverId,
  onRetry,
}: {
  chat: Chat;
  entries: readonly Entry[];
  conversation: Conversation | null;
  receiverId: number;
  onRetry: () => void;
}) {
  const box = useRef<HTMLElement>(null);
  const { atEnd, news, toEnd, notePlace } = useFollowing(box, entries);
  const lastMine = entries.findLast((entry) => entry.mine && entry.message)?.key;

  const onScroll = () => {
    // First the reader's position, then what follows from it.
    notePlace();
    if ((box.current?.scrollTop ?? near) < near && chat.more) void loadOlder(receiverId);
  };

  return (
    <div className={classes.history}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <section ref={box} className={classes.scroll} onScroll={onScroll} role="log" aria-label="Messages" tabIndex={0}>
        {!chat.loaded && <LoadingMessages />}
        {chat.failure && <ErrorState title="Messages did not load" failure={chat.failure} onRetry={onRetry} />}
        {chat.more && (
          <div className={classes.older}>
            <Button variant="quiet" disabled={chat.loadingOlder} onClick={() => void loadOlder(receiverId)}>
              {chat.loadingOlder ? "Loading older messages…" : "Show older messages"}
            </Button>
          </div>
        )}
        {chat.loaded && !chat.failure && entries.length === 0 && (
          <p className={paneClasses.quiet}>
            Nothing has been said yet. {conversation?.closed_because ? "" : "Say what you have in mind."}
          </p>
        )}
        {entries.map((entry, place) => {
          const before = entries[place - 1];
          const day = dayName(entry.at, new Date());
          const newDay = !before || dayName(before.at, new Date()) !== day;
          return (
            <Fragment key={entry.key}>
              {newDay && (
                <p className={classes.day}>
                  <span>{day}</span>
                </p>
              )}
              {entry.message ? (
                <Message
                  message={entry.message}
                  mine={entry.mine}
                  mark={
                    entry.key !== lastMine
                      ? null
                      : (conversation?.receiver_read_id ?? 0) >= entry.message.id
                        ? "Seen"
                        : "Sent"
                  }
                />
              ) : (
                <PendingMessage pending={entry.pending} receiverId={receiverId} />
              )}
            </Fragment>
          );
        })}
      </section>
      {!atEnd && news && (
        <Button className={classes.toEnd} onClick={toEnd}>
          New messages ↓
        </Button>
      )}
    </div>
  );
}

/** Keeps the scroll position: at the end when following, in place when older messages are added above. */
function useFollowing(box: React.RefObject<HTMLElement | null>, entries: readonly Entry[]) {
  const [atEnd, setAtEnd] = useState(true);
  const [news, setNews] = useState(false);
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number }>({
    first: undefined,
    last: undefined,
    height: 0,
  });
  const following = useRef(true);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // Pictures that load, a window that shrinks, a composer that grows: the end stays visible.
    const watch = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight;
    });
    watch.observe(element);
    const onLoad = () => following.current && element.scrollTo({ top: element.scrollHeight });
    element.addEventListener("load", onLoad, true);
    return () => {
      watch.disconnect();
      element.removeEventListener("load", onLoad, true);
    };
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const first = entries[0]?.key;
    const lastEntry = entries.at(-1);
    const { first: oldFirst, last: oldLast, height } = before.current;
    const added = lastEntry?.key !== oldLast;
    if (following.current || (added && lastEntry?.pending)) element.scrollTop = element.scrollHeight;
    else if (first !== oldFirst && oldFirst !== undefined) element.scrollTop += element.scrollHeight - height;
    if (added && !following.current && lastEntry && !lastEntry.mine) setNews(true);
    before.current = { first, last: lastEntry?.key, height: element.scrollHeight };
  }, [box, entries]);

  const notePlace = () => {
    const element = box.current;
    if (!element) return;
    following.current = element.scrollHeight - element.scrollTop - element.clientHeight < near;
    setAtEnd(following.current);
    if (following.current) setNews(false);
  };
  const toEnd = () => {
    const element = box.current;
    element?.scrollTo({ top: element.scrollHeight, behavior: "smooth" });
  };
  return { atEnd, news, toEnd, notePlace };
}

function LoadingMessages() {
  return (
    <div className={classes.bones} role="status" aria-label="Loading messages">
      <SkeletonBar width="46%" height={64} />
      <SkeletonBar width="38%" height={44} />
      <SkeletonBar width="52%" height={84} />
    </div>
  );
}
