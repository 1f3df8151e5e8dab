import { ofMember, personalTable } from "../../database/personal-data.ts";
import { appeals, sanctions } from "./schema.ts";

const checked = { keptBecause: "Decisions about accounts, and appeals against them, have to be open to a check." };

export const sanctionsPersonalData = [
  personalTable(sanctions, ofMember(sanctions.memberId), {
    hidden: ["imposed_by", "ended_by", "report_id"],
    erase: checked,
  }),
  personalTable(appeals, ofMember(appeals.memberId), { hidden: ["decided_by"], erase: checked }),
];
