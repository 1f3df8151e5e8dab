import { ofMember, personalTable } from "../../database/personal-data.ts";
import { reports } from "./schema.ts";

export const reportsPersonalData = [
  personalTable(reports, ofMember(reports.reporterId), {
    hidden: ["assigned_to", "decided_by"],
    erase: { keptBecause: "What was reported, and decided about it, has to be open to a check." },
  }),
];
