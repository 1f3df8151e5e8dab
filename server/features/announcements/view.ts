import type { Announced } from "@plumbline/contract/announcements/contract.ts";
import type { AnnouncedRow } from "./store.ts";

export function announcedView({ id, title, text, link, sendAt }: AnnouncedRow): Announced {
  return { id, title, text, link, sent_at: sendAt.toISOString() };
}
