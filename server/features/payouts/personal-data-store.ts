import { ofMember, personalTable } from "../../database/personal-data.ts";
import { payoutAccounts } from "./schema.ts";

export const payoutsPersonalData = [
  personalTable(payoutAccounts, ofMember(payoutAccounts.memberId), {
    hidden: ["code_hash"],
    erase: { keptBecause: "The number of the account to which payouts went belongs to the books." },
  }),
];
