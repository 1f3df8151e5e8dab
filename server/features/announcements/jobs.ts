import type { Job } from "../../outbox/jobs.ts";
import { type EventHandler, onEvent } from "../../outbox/outbox.ts";
import { beginDue, sendBatch } from "./actions.ts";

export const announcementJobs: Job[] = [{ name: "begin scheduled announcements", everySeconds: 15, run: beginDue }];

export const announcementHandlers: EventHandler[] = [onEvent("announcement.batch", sendBatch)];
