// The schema of this feature's form, fetched once its page is drawn (ADR-027).
export { AnnouncementForm } from "@plumbline/contract/announcements/contract.ts";
