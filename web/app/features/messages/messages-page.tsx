import { useEffect } from "react";
import { redirect, useSearchParams } from "react-router";
import { useConnected } from "../../live.ts";
import { currentSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import type { Route } from "./+types/messages-page.ts";
import { ChatPane } from "./chat-pane.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { currentInbox, loadInbox, useInbox } from "./inbox.ts";
import classes from "./messages.module.css";
import { MessagesSkeleton } from "./messages-skeleton.tsx";

export const meta = () => titled("Messages");

/**
 * The address contains a role, or the id of the member to show (decision 12); without either it leads to the reader's
 * own.
 */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { user } = params;
  if (user === undefined) throw redirect(`/messages/${currentSession()?.role}`);
  // No id is larger.
  const receiverId = /^[1-9]\d{0,9}$/.test(user) && Number(user) < 2 ** 31 ? Number(user) : null;
  if (receiverId === null && !/^(customer|advisor)s?$/.test(user)) throw new Response(null, { status: 404 });
  if (!currentInbox().loaded) await loadInbox();
  return { receiverId };
}

export const HydrateFallback = MessagesSkeleton;

/** Two panes, conversations on the left and the chat on the right, of which a phone shows one (row M-01). */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { receiverId } = loaderData;
  const { conversations } = useInbox();
  const connected = useConnected();
  const [search] = useSearchParams();
  const message = search.get("message") ?? "";
  // The first conversation is selected unless the address names one; on a phone the list comes first instead.
  const shown = receiverId ?? conversations[0]?.receiver.id ?? null;

  useEffect(() => {
    // The list may have been loaded long ago, by another page.
    if (connected) void loadInbox();
  }, [connected]);

  return (
    <div className={classes.screen} data-fills-window data-chosen={receiverId !== null}>
      {/* The pane that bears the title is out of sight on a phone. */}
      <h1 className="visually-hidden">Messages</h1>
      <ConversationList shown={shown} named={receiverId !== null} />
      <ChatPane
        key={shown}
        receiverId={shown}
        named={receiverId !== null}
        target={/^[1-9]\d{0,15}$/.test(message) ? Number(message) : null}
      />
    </div>
  );
}
