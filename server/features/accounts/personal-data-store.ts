import { ofMember, personalTable } from "../../database/personal-data.ts";
import { knownDevices, links } from "./schema.ts";

export const accountsPersonalData = [
  personalTable(links, ofMember(links.memberId), { hidden: null, erase: "rows" }),
  personalTable(knownDevices, ofMember(knownDevices.memberId), { hidden: ["token_hash"], erase: "rows" }),
];
