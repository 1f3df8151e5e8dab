import { RowId, topic } from "../bus/topic.ts";

/** The id of a member whose sessions, flags or address have changed. */
export const sessionsTopic = topic<number>("sessions", RowId);
