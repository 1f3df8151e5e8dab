import { ofMember, personalTable } from "../database/personal-data.ts";
import { anycableSockets } from "./schema.ts";

export const anycablePersonalData = [
  personalTable(anycableSockets, ofMember(anycableSockets.memberId), { hidden: null, erase: "rows" }),
];
