import { ofMember, personalTable } from "../../database/personal-data.ts";
import { applicationCases, applicationChecks, applicationReferences, memberNotes } from "./schema.ts";

export const backOfficePersonalData = [
  // Notes and checks stay with staff (contract/audit/rules.ts).
  personalTable(memberNotes, ofMember(memberNotes.memberId), { hidden: null, erase: "rows" }),
  personalTable(applicationCases, ofMember(applicationCases.memberId), {
    hidden: ["assigned_to", "asked_by"],
    erase: "rows",
  }),
  personalTable(applicationChecks, ofMember(applicationChecks.memberId), { hidden: null, erase: "rows" }),
  personalTable(applicationReferences, ofMember(applicationReferences.memberId), {
    // What referees wrote was written in confidence.
    hidden: ["asked_by", "token_hash", "known_as", "recommends", "words"],
    erase: "rows",
  }),
];
