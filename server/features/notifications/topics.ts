import { Whole } from "@plumbline/contract/fields.ts";
import { z } from "zod";
import { RowId, topic } from "../../bus/topic.ts";
import type { NotificationRow } from "./store.ts";

const Member = z.object({ memberId: RowId });
const Rung = Member.extend({ id: RowId });

/** A notification is new or has changed. */
export const notificationTopic = topic<z.output<typeof Rung>, NotificationRow>("notification", Rung);
/** A member has read everything up to an id. */
export const notificationsReadTopic = topic("notifications read", Member.extend({ upTo: Whole }));
/** Data that a member's pages show has changed. */
export const memberChangedTopic = topic("changed for member", Member);
