import { ofMember, personalTable } from "../../database/personal-data.ts";
import { disputeAnswers } from "./schema.ts";

export const disputesPersonalData = [
  personalTable(disputeAnswers, ofMember(disputeAnswers.staffId), {
    hidden: null,
    erase: { keptBecause: "What staff answered a bank belongs to the books." },
  }),
];
