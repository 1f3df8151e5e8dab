import type { Message } from "@plumbline/contract/messages/contract.ts";
import { Link } from "react-router";
import { shortDayHere } from "../../moment-here.ts";
import { currentSession } from "../../session.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { fileSize } from "../../ui/file-size.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { excerptOf } from "./excerpt.ts";
import paneClasses from "./messages.module.css";
import classes from "./search-results.module.css";
import { type Search, useSearch } from "./use-search.ts";

/** The messages and the files that words are found in; each leads to where it was said. */
export function SearchResults({ q, receiverId }: { q: string; receiverId: number | undefined }) {
  const search = { q, receiver_id: receiverId };
  return (
    <>
      <Results title="Messages" search={search} />
      <Results title="Files" search={{ ...search, files: "yes" }} />
    </>
  );
}

function Results({ title, search }: { title: string; search: Search }) {
  const { entries, more, loaded, failure, retry, olderFailure, loadMore } = useSearch(search);
  return (
    <section className={classes.results}>
      <h3>{title}</h3>
      {failure && <ErrorState title="The search did not work" failure={failure} onRetry={retry} />}
      <p className="small" role="status">
        {!loaded && !failure && "Searching…"}
        {loaded && entries.length === 0 && `No ${title.toLowerCase()} found.`}
      </p>
      <ul>
        {entries.map((message) => (
          <li key={message.id}>
            <Result message={message} search={search} />
          </li>
        ))}
      </ul>
      {more && (
        <div className={paneClasses.pad}>
          <ActionButton variant="line" onPress={loadMore}>
            Show older {title.toLowerCase()}
          </ActionButton>
          <FailureNotice failure={olderFailure} />
        </div>
      )}
    </section>
  );
}

function Result({ message, search: { q, files } }: { message: Message; search: Search }) {
  const mine = message.sender.type === currentSession()?.role;
  const other = mine ? message.receiver : message.sender;
  return (
    <Link
      className={classes.result}
      to={`/messages/${other.id}?${new URLSearchParams({ q, message: String(message.id) })}`}
    >
      <span className={classes.line}>
        <strong title={other.name}>{other.name}</strong>
        <time dateTime={message.created_at}>{shortDayHere(message.created_at)}</time>
      </span>
      {files ? (
        message.attachments.map(({ id, file_name: name, file_size: size }) => (
          <span key={id} className={classes.line}>
            <span className={paneClasses.fileName} title={name}>
              {name}
            </span>
            <span className="small">{fileSize(size)}</span>
          </span>
        ))
      ) : (
        <span className={classes.excerpt}>
          {mine && "You: "}
          {excerptOf(message.body, q).map(({ text, found }, place) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one excerpt keep their positions
            found ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
          )}
        </span>
      )}
    </Link>
  );
}
