import { ofMember, personalTable } from "../../database/personal-data.ts";
import { reconciliations } from "./schema.ts";

export const reconciliationPersonalData = [
  personalTable(reconciliations, ofMember(reconciliations.askedBy), {
    hidden: null,
    erase: { keptBecause: "Staff ask for them." },
  }),
];
