import { ofMember, personalTable } from "../../database/personal-data.ts";
import { figureMembers } from "./schema.ts";

export const figuresPersonalData = [
  personalTable(figureMembers, ofMember(figureMembers.memberId), {
    erase: { keptBecause: "Days alone, which the figures of the place are counted from." },
  }),
];
