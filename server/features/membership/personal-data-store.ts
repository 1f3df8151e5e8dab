import { ofMember, personalTable } from "../../database/personal-data.ts";
import {
  membershipBilling,
  membershipBills,
  membershipPayments,
  membershipRefunds,
  memberships,
  offerChanges,
  subscriptionAttempts,
} from "./schema.ts";

const books = { keptBecause: "Books are kept for six years after the tax year." };

export const membershipPersonalData = [
  personalTable(memberships, ofMember(memberships.memberId), { erase: books }),
  personalTable(membershipBilling, ofMember(membershipBilling.memberId), { erase: "rows" }),
  personalTable(membershipBills, ofMember(membershipBills.memberId), { erase: books }),
  personalTable(membershipPayments, ofMember(membershipPayments.memberId), { erase: books }),
  personalTable(membershipRefunds, ofMember(membershipRefunds.memberId), { erase: books }),
  personalTable(subscriptionAttempts, ofMember(subscriptionAttempts.memberId), { hidden: null, erase: "rows" }),
  personalTable(offerChanges, ofMember(offerChanges.staffId), {
    hidden: null,
    erase: { keptBecause: "Staff made them." },
  }),
];
