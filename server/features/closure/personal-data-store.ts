import { ofMember, personalTable } from "../../database/personal-data.ts";
import { closures } from "./schema.ts";

export const closurePersonalData = [
  personalTable(closures, ofMember(closures.memberId), {
    hidden: ["closed_by", "reopened_by"],
    erase: { keptBecause: "When an account was closed and erased has to be known; the words about it are erased." },
  }),
];
