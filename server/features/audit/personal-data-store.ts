import { ofMember, personalTable } from "../../database/personal-data.ts";
import { auditPeople } from "./schema.ts";

export const auditPersonalData = [
  personalTable(auditPeople, ofMember(auditPeople.memberId), {
    // Whom each entry concerns; the entries themselves are events, of which the copy has the member's own.
    hidden: null,
    erase: { keptBecause: "Numbers alone, without which nobody could check what was done with an account." },
  }),
];
