import { formatShort } from "@plumbline/contract/dates.ts";
import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { useState } from "react";
import { Link } from "react-router";
import { currentSession } from "../../session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import look from "./conversation-list.module.css";
import { loadInbox, loadOlderConversations, useInbox } from "./inbox.ts";
import panes from "./messages.module.css";
import { named, preview } from "./thread.ts";

/** The left pane: everyone the member writes with, filtered by name. */
export function ConversationList({ shown }: { shown: number | null }) {
  const { conversations, more, failure } = useInbox();
  const [text, setText] = useState("");
  const found = named(conversations, text);
  return (
    <section className={panes.list} aria-label="Conversations">
      <div className={look.listHead}>
        <h2>Messages</h2>
        {conversations.length > 0 && (
          <input
            type="search"
            className={look.search}
            placeholder="Search by name"
            aria-label="Search conversations by name"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </div>
      <div className={look.listScroll}>
        {failure && conversations.length === 0 ? (
          <ErrorState title="Your conversations did not load" failure={failure} onRetry={() => void loadInbox()} />
        ) : (
          <ul className={look.conversations}>
            {found.map((conversation) => (
              <li key={conversation.receiver.id}>
                <Item conversation={conversation} current={conversation.receiver.id === shown} />
              </li>
            ))}
          </ul>
        )}
        {!failure && conversations.length === 0 && <NobodyYet />}
        {conversations.length > 0 && found.length === 0 && (
          <p className={panes.quiet}>Nobody by that name. Clear the search to see everyone.</p>
        )}
        {more && (
          <div className={panes.pad}>
            <Button look="line" onClick={() => void loadOlderConversations()}>
              Show older conversations
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function Item({ conversation, current }: { conversation: Conversation; current: boolean }) {
  const { receiver, last_message: last, unread_count: unread } = conversation;
  return (
    <Link
      to={`/messages/${receiver.id}`}
      className={look.conversation}
      aria-current={current || undefined}
      data-unread={unread > 0 || undefined}
    >
      <Portrait name="" photo={receiver.photo} size={48} />
      <span className={look.words}>
        <span className={look.line}>
          <strong>{receiver.name}</strong>
          {last && <time dateTime={last.created_at}>{formatShort(last.created_at)}</time>}
        </span>
        <span className={look.line}>
          <span className={look.preview}>{preview(conversation)}</span>
          {unread > 0 && (
            <span className={look.unread}>
              {unread > 99 ? "99+" : unread}
              <span className="visually-hidden"> unread</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function NobodyYet() {
  const customer = currentSession()?.role === "customer";
  return (
    <div className={look.nobody}>
      <p>
        {customer
          ? "Your conversations with advisors will show here. Find an advisor and start one."
          : "Customers who write to you will show here. You can write to them once they have."}
      </p>
      {customer && (
        <ButtonLink look="line" to="/search-advisor">
          Find an advisor
        </ButtonLink>
      )}
    </div>
  );
}
