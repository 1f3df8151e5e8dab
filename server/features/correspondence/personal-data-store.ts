import { eq, or, sql } from "drizzle-orm";
import { personalTable, type SubjectIn } from "../../database/personal-data.ts";
import { threadMessages, threads } from "./schema.ts";

const theirs = ({ id, email }: SubjectIn) =>
  or(eq(threads.memberId, id), eq(sql`lower(${threads.email})`, email)) ?? sql`false`;
const ofTheirs = (subject: SubjectIn) =>
  sql`${threadMessages.threadId} = any(array(select ${threads.id} from ${threads} where ${theirs(subject)}))`;

export const correspondencePersonalData = [
  personalTable(threadMessages, ofTheirs, { hidden: ["staff_id", "mail_key"], erase: "rows" }),
  personalTable(threads, theirs, { hidden: ["assigned_to"], erase: "rows" }),
];
