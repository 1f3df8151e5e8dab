import { ofMember, personalTable } from "../../database/personal-data.ts";
import { announcementReceipts, announcements } from "./schema.ts";

export const announcementsPersonalData = [
  personalTable(announcements, ofMember(announcements.createdBy), {
    hidden: null,
    erase: { keptBecause: "Staff wrote them, to many." },
  }),
  personalTable(announcementReceipts, ofMember(announcementReceipts.memberId), { erase: "rows" }),
];
