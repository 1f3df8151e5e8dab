import { eq } from "drizzle-orm";
import { personalTable, type SubjectIn } from "../database/personal-data.ts";
import { mails, refusedAddresses } from "./schema.ts";

const sentTo = ({ email }: SubjectIn) => eq(mails.recipient, email);

export const mailPersonalData = [
  personalTable(mails, sentTo, { hidden: ["lease", "html", "text", "unsubscribe_url", "reply_to"], erase: "rows" }),
  personalTable(refusedAddresses, ({ email }) => eq(refusedAddresses.email, email), { erase: "rows" }),
];
