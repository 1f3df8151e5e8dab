import { ofEither, ofMember, personalTable } from "../../database/personal-data.ts";
import { advisorRequests, matchRows, matchShowings, preferences } from "./schema.ts";

export const matchingPersonalData = [
  personalTable(preferences, ofMember(preferences.memberId), { erase: "rows" }),
  personalTable(matchRows, ofMember(matchRows.memberId), { hidden: null, erase: "rows" }),
  personalTable(matchShowings, ofEither(matchShowings.advisorId, matchShowings.customerId), {
    hidden: null,
    erase: { keptBecause: "Numbers alone, which the other side's weekly appearances are counted from." },
  }),
  personalTable(advisorRequests, ofMember(advisorRequests.memberId), { erase: "rows" }),
];
