import { eventKinds } from "../../outbox/event-kinds.ts";

/** The events of the back office. */
export const backOfficeEvents = eventKinds("mail", { "mail.retried": {} });
