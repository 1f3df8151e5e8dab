import { addressOf } from "@plumbline/contract/greeting.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { perform, useConnected, useLive } from "../../live.ts";
import { currentSession, useSession } from "../../session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import classes from "./chat.module.css";
import { ChatHeader } from "./chat-header.tsx";
import { catchUp, markRead, openAround, openChat, ownIdIn, useChat } from "./chats.ts";
import { Composer } from "./composer.tsx";
import { arrived, useInbox } from "./inbox.ts";
import { MessageList } from "./message-list.tsx";
import paneClasses from "./messages.module.css";
import { settle, usePending } from "./outbox.ts";
import { entriesOf } from "./thread.ts";

const narrow = "(max-width: 45em)";
/** Addresses of files are valid for an hour and more; a chat that was open longer is loaded again. */
const freshFor = 50 * 60_000;

/** The right pane: the chat with one member. Mounted anew for each. */
export function ChatPane({
  receiverId,
  named,
  target,
}: {
  receiverId: number | null;
  named: boolean;
  /** The message to show, instead of the newest. */
  target: number | null;
}) {
  if (receiverId === null) return <NoConversation />;
  return <Chat receiverId={receiverId} named={named} target={target} />;
}

function NoConversation() {
  // Whether there is one is not known when the list did not load, which says so itself.
  const { failure } = useInbox();
  return (
    <section className={paneClasses.chat} aria-label="Chat">
      <div className={classes.middle}>
        {!failure && (
          <EmptyState
            title="No conversation yet"
            text={
              currentSession()?.role === "advisor"
                ? "When a customer writes to you, your conversation opens here."
                : "Choose an advisor to write to, and your conversation opens here."
            }
          />
        )}
      </div>
    </section>
  );
}

function Chat({ receiverId, named, target }: { receiverId: number; named: boolean; target: number | null }) {
  const chat = useChat(receiverId);
  const pending = usePending(receiverId);
  const session = useSession();
  const connected = useConnected();
  const conversation = useInbox().conversations.find(({ receiver }) => receiver.id === receiverId);
  const ownId = conversation ? ownIdIn(conversation) : 0;
  const line = conversation?.id ? { conversation_id: conversation.id } : null;

  useEffect(() => void (target === null ? openChat(receiverId) : openAround(receiverId, target)), [receiverId, target]);
  const [, setSearch] = useSearchParams();
  const toNewest = useCallback(() => {
    if (target === null) return void openChat(receiverId);
    // Without a message in the address the newest are opened.
    setSearch(
      (search) => {
        search.delete("message");
        return search;
      },
      { replace: true },
    );
  }, [receiverId, target, setSearch]);
  // What one writes follows the newest messages, also while older ones are on their way; what was not sent waits there.
  const writes = pending.some(({ trouble }) => trouble === null) && (chat.newer || target !== null);
  useEffect(() => void (writes && toNewest()), [writes, toNewest]);
  useEffect(() => settle(receiverId, chat.messages), [receiverId, chat.messages]);
  useLive("MessagesChannel", line, arrived, () => void catchUp(receiverId).catch(console.warn));
  useMarkRead(receiverId, named, chat.loaded && conversation ? conversation.unread_count : null);
  useFreshAfterSleep(receiverId, chat.loadedAt);
  const writing = useTyping(chat.typingUntil);

  if (chat.failure && !conversation)
    return (
      <section className={paneClasses.chat} aria-label="Chat">
        <div className={classes.middle}>
          {chat.failure.status === 404 ? (
            <EmptyState
              title="There is nobody to write to here"
              text="You can write to the members you work with."
              action={
                <ButtonLink variant="line" to={`/messages/${session?.role}`}>
                  All conversations
                </ButtonLink>
              }
            />
          ) : (
            <ErrorState
              title="This conversation did not load"
              failure={chat.failure}
              onRetry={() => void openChat(receiverId)}
            />
          )}
        </div>
      </section>
    );
  const name = conversation?.receiver.name ?? "";
  return (
    <section className={paneClasses.chat} aria-label={name ? `Chat with ${name}` : "Chat"}>
      <ChatHeader conversation={conversation ?? null} role={session?.role} />
      <MessageList
        chat={chat}
        entries={entriesOf(chat.messages, chat.loaded ? pending : [], ownId)}
        conversation={conversation ?? null}
        receiverId={receiverId}
        target={target}
        onNewest={toNewest}
      />
      <p className={classes.typing} role="status">
        {writing && `${addressOf(name)} is writing…`}
        {!connected && chat.loaded && <Reconnecting />}
      </p>
      <Composer
        receiverId={receiverId}
        name={name}
        closedBecause={conversation?.closed_because ?? null}
        onTyping={() => line && perform("MessagesChannel", line, "typing")}
      />
    </section>
  );
}

/** Shown when the connection has been lost for a moment; short interruptions are not reported. */
function Reconnecting() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 3000);
    return () => clearTimeout(timer);
  }, []);
  return long ? <>Connection lost. Trying again; you can go on writing.</> : null;
}

/**
 * Opening a conversation makes one further call, unread or not (row M-13, decision 47); messages that arrive while it
 * is visible are marked read as well. `unread` is null until the conversation is known.
 */
function useMarkRead(receiverId: number, named: boolean, unread: number | null) {
  const opened = useRef<number | null>(null);
  useEffect(() => {
    // On a phone the chat is hidden until it is chosen.
    const seen = () => !document.hidden && (named || !window.matchMedia(narrow).matches);
    const read = () => {
      if (unread === null || !seen() || (opened.current === receiverId && unread === 0)) return;
      opened.current = receiverId;
      void markRead(receiverId);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [receiverId, named, unread]);
}

function useFreshAfterSleep(receiverId: number, loadedAt: number) {
  useEffect(() => {
    const readWhenVisible = () => {
      if (!document.hidden && loadedAt > 0 && Date.now() - loadedAt > freshFor) void openChat(receiverId);
    };
    document.addEventListener("visibilitychange", readWhenVisible);
    return () => document.removeEventListener("visibilitychange", readWhenVisible);
  }, [receiverId, loadedAt]);
}

function useTyping(until: number): boolean {
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    const left = until - Date.now();
    setWriting(left > 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setWriting(false), left);
    return () => clearTimeout(timer);
  }, [until]);
  return writing;
}
