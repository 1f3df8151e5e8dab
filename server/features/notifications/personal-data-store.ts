import { ofMember, personalTable } from "../../database/personal-data.ts";
import { notificationSettings, notifications } from "./schema.ts";

export const notificationsPersonalData = [
  personalTable(notifications, ofMember(notifications.memberId), { hidden: ["event_id"], erase: "rows" }),
  personalTable(notificationSettings, ofMember(notificationSettings.memberId), { erase: "rows" }),
];
