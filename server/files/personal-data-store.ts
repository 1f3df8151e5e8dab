import { ofMember, personalTable } from "../database/personal-data.ts";
import { files } from "./schema.ts";

export const filesPersonalData = [
  personalTable(files, ofMember(files.ownerId), {
    hidden: ["key"],
    erase: { keptBecause: "What is attached to something that is kept; all others are deleted within a day." },
  }),
];
