import { type Notice, notice } from "../../platform/events.ts";
import { nameOf } from "../accounts/store.ts";
import { notify } from "../notifications/actions.ts";
import { unreadBy } from "./store.ts";

/** The beginning of a conversation rings the bell; every later message shows on the messages icon. */
export const messagesNotices: Notice[] = [
  notice("conversation.started", async (house, event) => {
    if (event.actorId === null) return;
    const writer = await nameOf(house.db, event.actorId);
    await notify(house, event, Number(event.data["receiverId"]), {
      about: "messages",
      message: `${writer} has started a conversation with you.`,
      path: `/messages/${event.actorId}`,
      letter: {
        subject: `${writer} has written to you`,
        paragraphs: [`${writer} has started a conversation with you. Sign in to read the message and to answer it.`],
        button: "Read the message",
      },
    });
  }),
  notice("conversation.unread", async (house, event) => {
    const { receiverId, writerId } = event.data as { receiverId: number; writerId: number };
    const unread = await unreadBy(house.db, event.subjectId, receiverId);
    // Read between the job and its telling.
    if (unread === 0) return;
    const writer = await nameOf(house.db, writerId);
    const what = unread === 1 ? "A message" : `${unread} messages`;
    await notify(house, event, receiverId, {
      about: "messages",
      message: `${writer} has written to you.`,
      path: `/messages/${writerId}`,
      bell: false,
      letter: {
        subject: `${what} from ${writer} ${unread === 1 ? "waits" : "wait"} for you`,
        paragraphs: [
          `${writer} has written to you and you have not read it yet. Sign in to read and to answer.`,
          "We remind you once, and not again until you have been there.",
        ],
        button: "Read the messages",
      },
    });
  }),
];
