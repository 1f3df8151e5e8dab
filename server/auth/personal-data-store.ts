import { eq, sql } from "drizzle-orm";
import { ofMember, personalTable } from "../database/personal-data.ts";
import { erasedDomain } from "../mail/mail.ts";
import { members, recoveryCodes, sessions, twoStep } from "./schema.ts";

const erasedEmail = sql`'erased-' || ${members.id} || ${`@${erasedDomain}`}`;

/** The account itself stays as a number, which invoices and conversations refer to. */
export const authPersonalData = [
  personalTable(members, ofMember(members.id), {
    hidden: ["password_hash", "decided_by", "staff_role"],
    erase: (tx, { id }) =>
      tx
        .update(members)
        .set({ email: erasedEmail, passwordHash: null, decisionReason: null, profileSetup: false, stripeSetup: false })
        .where(eq(members.id, id)),
  }),
  personalTable(sessions, ofMember(sessions.memberId), { hidden: ["token_hash", "looking_from"], erase: "rows" }),
  personalTable(twoStep, ofMember(twoStep.memberId), { hidden: ["secret", "last_step"], erase: "rows" }),
  personalTable(recoveryCodes, ofMember(recoveryCodes.memberId), { hidden: null, erase: "rows" }),
];
