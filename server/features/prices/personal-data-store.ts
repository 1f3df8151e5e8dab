import { ofMember, personalTable } from "../../database/personal-data.ts";
import { moneySettingRows } from "./schema.ts";

export const pricesPersonalData = [
  personalTable(moneySettingRows, ofMember(moneySettingRows.memberId), {
    hidden: ["set_by", "reason", "withdrawn_by", "withdrawn_because"],
    erase: { keptBecause: "The commission of past invoices is computed from it." },
  }),
];
