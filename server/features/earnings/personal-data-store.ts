import { ofMember, personalTable } from "../../database/personal-data.ts";
import { earningReadings, earnings, payouts } from "./schema.ts";

const books = { keptBecause: "Books are kept for six years after the tax year." };

export const earningsPersonalData = [
  personalTable(earningReadings, ofMember(earningReadings.memberId), { hidden: null, erase: "rows" }),
  personalTable(payouts, ofMember(payouts.memberId), { erase: books }),
  personalTable(earnings, ofMember(earnings.memberId), { erase: books }),
];
