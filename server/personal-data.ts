import { anycablePersonalData } from "./anycable/personal-data-store.ts";
import { authPersonalData } from "./auth/personal-data-store.ts";
import type { PersonalTable } from "./database/personal-data.ts";
import { accountsPersonalData } from "./features/accounts/personal-data-store.ts";
import { announcementsPersonalData } from "./features/announcements/personal-data-store.ts";
import { auditPersonalData } from "./features/audit/personal-data-store.ts";
import { backOfficePersonalData } from "./features/back-office/personal-data-store.ts";
import { closurePersonalData } from "./features/closure/personal-data-store.ts";
import { correspondencePersonalData } from "./features/correspondence/personal-data-store.ts";
import { disputesPersonalData } from "./features/disputes/personal-data-store.ts";
import { earningsPersonalData } from "./features/earnings/personal-data-store.ts";
import { engagementsPersonalData } from "./features/engagements/personal-data-store.ts";
import { figuresPersonalData } from "./features/figures/personal-data-store.ts";
import { invoicesPersonalData } from "./features/invoices/personal-data-store.ts";
import { matchingPersonalData } from "./features/matching/personal-data-store.ts";
import { membershipPersonalData } from "./features/membership/personal-data-store.ts";
import { messagesPersonalData } from "./features/messages/personal-data-store.ts";
import { notificationsPersonalData } from "./features/notifications/personal-data-store.ts";
import { payoutsPersonalData } from "./features/payouts/personal-data-store.ts";
import { pricesPersonalData } from "./features/prices/personal-data-store.ts";
import { profilesPersonalData } from "./features/profiles/personal-data-store.ts";
import { reconciliationPersonalData } from "./features/reconciliation/personal-data-store.ts";
import { reportsPersonalData } from "./features/reports/personal-data-store.ts";
import { reviewsPersonalData } from "./features/reviews/personal-data-store.ts";
import { sanctionsPersonalData } from "./features/sanctions/personal-data-store.ts";
import { supportPersonalData } from "./features/support/personal-data-store.ts";
import { filesPersonalData } from "./files/personal-data-store.ts";
import { mailPersonalData } from "./mail/personal-data-store.ts";
import { outboxPersonalData } from "./outbox/personal-data-store.ts";

/**
 * What each table holds about a member, in the order of a copy, which leaves some of it out (ADR-044). What refers to other rows is
 * erased before them; the account itself comes last, because rows are found by its address.
 */
export const personalData: PersonalTable[] = [
  ...profilesPersonalData,
  ...backOfficePersonalData,
  ...accountsPersonalData,
  ...membershipPersonalData,
  ...payoutsPersonalData,
  ...matchingPersonalData,
  ...engagementsPersonalData,
  ...reviewsPersonalData,
  ...messagesPersonalData,
  ...invoicesPersonalData,
  ...disputesPersonalData,
  ...earningsPersonalData,
  ...pricesPersonalData,
  ...reconciliationPersonalData,
  ...notificationsPersonalData,
  ...announcementsPersonalData,
  ...correspondencePersonalData,
  ...supportPersonalData,
  ...reportsPersonalData,
  ...sanctionsPersonalData,
  ...filesPersonalData,
  ...mailPersonalData,
  ...figuresPersonalData,
  ...closurePersonalData,
  ...auditPersonalData,
  ...outboxPersonalData,
  ...anycablePersonalData,
  ...authPersonalData,
];
