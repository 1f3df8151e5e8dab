import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import { zoneHere } from "../../moment-here.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonBar } from "../../ui/skeletons.tsx";
import { SkipLink } from "../../ui/skip-link.tsx";
import classes from "./chat.module.css";
import { type Chat, loadNewer, loadOlder } from "./chats.ts";
import { composerId } from "./composer.tsx";
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
  target,
  onNewest,
}: {
  chat: Chat;
  entries: readonly Entry[];
  conversation: Conversation | null;
  receiverId: number;
  /** The message to show, instead of the newest. */
  target: number | null;
  /** Loads the newest messages. */
  onNewest: () => void;
}) {
  const box = useRef<HTMLElement>(null);
  const { atEnd, news, toEnd, follow, notePlace } = useFollowing(box, entries, chat.newer, target);
  const now = new Date();
  const lastMine = entries.findLast((entry) => entry.mine && entry.message)?.key;

  const onScroll = () => {
    // First the reader's position, then what follows from it.
    notePlace();
    if ((box.current?.scrollTop ?? near) < near && chat.more) void loadOlder(receiverId);
    if (chat.newer && isAtEnd(box.current)) void loadNewer(receiverId);
  };

  return (
    <div className={classes.history}>
      {/* Each message that one can report is a tab stop. */}
      {!conversation?.closed_because && <SkipLink to={composerId}>Skip to writing a message</SkipLink>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <section ref={box} className={classes.scroll} onScroll={onScroll} role="log" aria-label="Messages" tabIndex={0}>
        {!chat.loaded && <LoadingMessages />}
        {chat.failure && <ErrorState title="Messages did not load" failure={chat.failure} onRetry={onNewest} />}
        {chat.more && (
          <div className={classes.older}>
            <Button variant="quiet" disabled={chat.older === "loading"} onClick={() => void loadOlder(receiverId)}>
              {olderTexts[chat.older]}
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
          const day = dayName(entry.at, now, zoneHere());
          const newDay = !before || dayName(before.at, now, zoneHere()) !== day;
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
                  isTarget={entry.message.id === target}
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
      {chat.loaded && chat.newer ? (
        <Button
          className={classes.toEnd}
          onClick={() => {
            follow();
            onNewest();
          }}
        >
          To the newest messages ↓
        </Button>
      ) : (
        !atEnd &&
        news && (
          <Button className={classes.toEnd} onClick={toEnd}>
            New messages ↓
          </Button>
        )
      )}
    </div>
  );
}

/** What the button for older messages says, which scrolling up presses too. */
const olderTexts: Record<Chat["older"], string> = {
  loaded: "Show older messages",
  loading: "Loading older messages…",
  failed: "Older messages did not load. Try again",
};

/** How many frames it takes at most until the messages at the end have their heights. */
const framesToEnd = 20;

/** Messages get their heights only as they come into view, so that the end moves on while it is reached. */
function scrollToEnd(element: HTMLElement | null, frames: number) {
  if (!element) return;
  element.scrollTop = element.scrollHeight;
  if (frames > 0) requestAnimationFrame(() => scrollToEnd(element, frames - 1));
}

const isAtEnd = (element: HTMLElement | null) =>
  element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < near;

/**
 * Keeps the scroll position: at the end when following, in place when older messages are added above. A message that is to
 * be shown comes to the middle once, with the focus. While newer messages are not loaded there is no end to follow.
 */
function useFollowing(
  box: React.RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  newer: boolean,
  target: number | null,
) {
  const [atEnd, setAtEnd] = useState(true);
  const [news, setNews] = useState(false);
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number }>({
    first: undefined,
    last: undefined,
    height: 0,
  });
  const following = useRef(true);
  const shown = useRef<number | null>(null);
  const wantsEnd = useRef(false);

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
    if (target === null) shown.current = null;
    if (wantsEnd.current && !newer) {
      wantsEnd.current = false;
      following.current = true;
    }
    const wanted = target === shown.current ? null : element.querySelector(`[data-message="${target}"]`);
    if (wanted instanceof HTMLElement) {
      shown.current = target;
      following.current = false;
      wanted.scrollIntoView({ block: "center" });
      wanted.focus({ preventScroll: true });
    } else if (following.current || (added && lastEntry?.pending)) element.scrollTop = element.scrollHeight;
    else if (first !== oldFirst && oldFirst !== undefined) element.scrollTop += element.scrollHeight - height;
    if (added && !following.current && lastEntry && !lastEntry.mine) setNews(true);
    before.current = { first, last: lastEntry?.key, height: element.scrollHeight };
  }, [box, entries, newer, target]);

  const notePlace = () => {
    const element = box.current;
    if (!element) return;
    following.current = !newer && isAtEnd(element);
    setAtEnd(following.current);
    if (!following.current) return;
    setNews(false);
    wantsEnd.current = false;
  };
  const toEnd = () => {
    // Older messages that arrive on the way would hold the place that is being left.
    wantsEnd.current = true;
    scrollToEnd(box.current, framesToEnd);
  };
  /** Goes to the end as soon as the newest messages are loaded. */
  const follow = () => {
    wantsEnd.current = true;
  };
  return { atEnd, news, toEnd, follow, notePlace };
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
