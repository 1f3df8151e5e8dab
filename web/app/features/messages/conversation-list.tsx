import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { Link, useSearchParams } from "react-router";
import { shortDayHere } from "../../moment-here.ts";
import { currentSession } from "../../session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { WordsField } from "../../ui/words-field.tsx";
import classes from "./conversation-list.module.css";
import { loadOlderConversations, reloadInbox, useInbox } from "./inbox.ts";
import paneClasses from "./messages.module.css";
import { named } from "./named.ts";
import { SearchResults } from "./search-results.tsx";
import { preview } from "./thread.ts";

/** One letter alone begins too many words to look for messages. */
const shortestSearch = 2;

/** The left pane: all conversations, filtered by name, with the messages and files that the same words are found in. */
export function ConversationList({ shown, named: isNamed }: { shown: number | null; named: boolean }) {
  const { conversations, more, failure } = useInbox();
  const [search, setSearch] = useSearchParams();
  const q = search.get("q")?.trim() ?? "";
  const found = named(conversations, q);
  const open = isNamed ? conversations.find(({ receiver }) => receiver.id === shown)?.receiver : undefined;
  const only = open !== undefined && search.get("only") === "yes";
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    if (!next.has("q")) next.delete("only");
    // Typing on replaces the entry, so that one step back leaves the whole search.
    setSearch(next, { replace: name === "q" && q !== "" });
  };
  return (
    <section className={paneClasses.list} aria-label="Conversations">
      <div className={classes.listHead}>
        <h2>Messages</h2>
        {conversations.length > 0 && (
          <div className={classes.search}>
            <WordsField
              value={q}
              label="Search names, messages and files"
              placeholder="Names, messages, files"
              onChange={(words) => set("q", words)}
            />
          </div>
        )}
        {q !== "" && open && (
          <label className={classes.only}>
            <input type="checkbox" checked={only} onChange={() => set("only", only ? "" : "yes")} />
            Only with {open.name}
          </label>
        )}
      </div>
      <div className={classes.listScroll}>
        {failure && conversations.length === 0 ? (
          <div className={paneClasses.pad}>
            <ErrorState title="Your conversations did not load" failure={failure} onRetry={() => void reloadInbox()} />
          </div>
        ) : (
          <ul className={classes.conversations}>
            {found.map((conversation) => (
              <li key={conversation.receiver.id}>
                <Item conversation={conversation} current={conversation.receiver.id === shown} q={q} />
              </li>
            ))}
          </ul>
        )}
        {!failure && conversations.length === 0 && <NobodyYet />}
        {conversations.length > 0 && found.length === 0 && (
          <p className={paneClasses.quiet}>Nobody by that name. Clear the search to see everyone.</p>
        )}
        {q.length >= shortestSearch && <SearchResults q={q} receiverId={only ? open.id : undefined} />}
        {more && q === "" && (
          <div className={paneClasses.pad}>
            <ActionButton variant="line" onPress={loadOlderConversations}>
              Show older conversations
            </ActionButton>
          </div>
        )}
      </div>
    </section>
  );
}

function Item({ conversation, current, q }: { conversation: Conversation; current: boolean; q: string }) {
  const { receiver, last_message: last, unread_count: unread } = conversation;
  return (
    <Link
      to={{ pathname: `/messages/${receiver.id}`, search: q && `?${new URLSearchParams({ q })}` }}
      className={classes.conversation}
      aria-current={current || undefined}
      data-unread={unread > 0 || undefined}
    >
      <Portrait name="" photo={receiver.photo} size={48} />
      <span className={classes.words}>
        <span className={classes.line}>
          <strong title={receiver.name}>{receiver.name}</strong>
          {last && <time dateTime={last.created_at}>{shortDayHere(last.created_at)}</time>}
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
