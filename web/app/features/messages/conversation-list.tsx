import { formatShort } from "@plumbline/contract/dates.ts";
import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { useState } from "react";
import { Link } from "react-router";
import { currentSession } from "../../session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import classes from "./conversation-list.module.css";
import { loadInbox, loadOlderConversations, useInbox } from "./inbox.ts";
import paneClasses from "./messages.module.css";
import { named, preview } from "./thread.ts";

/** The left pane: all conversations, filtered by name. */
export function ConversationList({ shown }: { shown: number | null }) {
  const { conversations, more, failure } = useInbox();
  const [text, setText] = useState("");
  const found = named(conversations, text);
  return (
    <section className={paneClasses.list} aria-label="Conversations">
      <div className={classes.listHead}>
        <h2>Messages</h2>
        {conversations.length > 0 && (
          <input
            type="search"
            className={classes.search}
            placeholder="Search by name"
            aria-label="Search conversations by name"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </div>
      <div className={classes.listScroll}>
        {failure && conversations.length === 0 ? (
          <ErrorState title="Your conversations did not load" failure={failure} onRetry={() => void loadInbox()} />
        ) : (
          <ul className={classes.conversations}>
            {found.map((conversation) => (
              <li key={conversation.receiver.id}>
                <Item conversation={conversation} current={conversation.receiver.id === shown} />
              </li>
            ))}
          </ul>
        )}
        {!failure && conversations.length === 0 && <NobodyYet />}
        {conversations.length > 0 && found.length === 0 && (
          <p className={paneClasses.quiet}>Nobody by that name. Clear the search to see everyone.</p>
        )}
        {more && (
          <div className={paneClasses.pad}>
            <Button variant="line" onClick={() => void loadOlderConversations()}>
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
      className={classes.conversation}
      aria-current={current || undefined}
      data-unread={unread > 0 || undefined}
    >
      <Portrait name="" photo={receiver.photo} size={48} />
      <span className={classes.words}>
        <span className={classes.line}>
          <strong>{receiver.name}</strong>
          {last && <time dateTime={last.created_at}>{formatShort(last.created_at)}</time>}
        </span>
        <span className={classes.line}>
          <span className={classes.preview}>{preview(conversation)}</span>
          {unread > 0 && (
            <span className={classes.unread}>
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
    <div className={classes.nobody}>
      <p>
        {customer
          ? "Your conversations with advisors will show here. Find an advisor and start one."
          : "Customers who write to you will show here. You can write to them once they have."}
      </p>
      {customer && (
        <ButtonLink variant="line" to="/search-advisor">
          Find an advisor
        </ButtonLink>
      )}
    </div>
  );
}
