import { required } from "@plumbline/contract/fields.ts";
import { CouponForm, PlanForm } from "@plumbline/contract/membership/offers.ts";
import { asRecord } from "@plumbline/contract/records.ts";
import { z } from "zod";
import { sentCoupon } from "./sent-coupon.ts";

// The schemas of this feature's forms, fetched once a page with one of them is drawn (ADR-027).
export { DecisionForm, InviteForm } from "@plumbline/contract/back-office/contract.ts";
export { AnswerForm } from "@plumbline/contract/correspondence/contract.ts";

export const ReasonForm = z.object({ reason: required("Please give the reason.", 2000) });
export { NoteForm } from "@plumbline/contract/back-office/members.ts";
export {
  CheckForm,
  PromiseForm,
  QuestionForm,
  RefereeForm,
} from "@plumbline/contract/back-office/queue.ts";
export { PriceForm } from "@plumbline/contract/membership/offers.ts";
export { SettingForm } from "@plumbline/contract/prices/contract.ts";

/** Benefits are typed one a line, and split when they are sent. */
export const PlanFields = PlanForm.extend({ benefits: z.string().max(1600) });
export const CouponFields = z.preprocess((values) => sentCoupon(asRecord(values)), CouponForm);
