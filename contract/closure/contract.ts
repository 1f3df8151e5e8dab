import { z } from "zod";
import { texts as accountTexts } from "../accounts/rules.ts";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, Id, Moment, optional, required, Whole } from "../fields.ts";
import { accountStates } from "../product.ts";
import { obstacleKinds, texts } from "./rules.ts";

const Obstacle = z.object({ kind: z.enum(obstacleKinds), id: Whole, label: z.string(), path: z.string() });
export type Obstacle = z.infer<typeof Obstacle>;

const OwnClosure = z.object({
  /** What has to be settled first, at most twenty of a kind; empty when the account may be closed. */
  obstacles: z.array(Obstacle),
  /** The last day that is paid for; null without a membership. It ends when the account is closed. */
  membership_until: CalendarDay.nullable(),
  needs_code: z.boolean(),
  /** The day on which everything would be erased if the account were closed today. */
  erase_on: CalendarDay,
});
export type OwnClosure = z.infer<typeof OwnClosure>;

export const readOwnClosure = endpoint({
  method: "GET",
  path: "/api/account/closure",
  for: "member",
  summary: "What stands in the way of closing my account, and what closing it means.",
  output: OwnClosure,
});

export const CloseAccountForm = z.strictObject({
  current_password: z.string(accountTexts.enterPassword).min(1, accountTexts.enterPassword).max(1000),
  /** The code of an account with two-step sign-in. */
  otp: optional(40),
  reason: optional(2000),
});

export const closeOwnAccount = endpoint({
  method: "POST",
  path: "/api/account/closure",
  for: "member",
  startsNew: false,
  limit: 20,
  summary: "Close my account: I am signed out everywhere, my membership ends, and my data is erased after thirty days.",
  body: CloseAccountForm,
  inSteps: true,
  output: z.object({ erase_on: CalendarDay }),
});

export const copyOwnData = endpoint({
  method: "GET",
  path: "/api/account/data",
  for: "member",
  limit: 10,
  privateWords: true,
  summary: "A copy of my data as my pages show it, as one JSON file; files are listed, not included.",
  output: z.unknown(),
  type: "application/json",
});

// Staff ------------------------------------------------------------------------------------------------------------

const MemberClosure = z.object({
  state: z.enum(accountStates),
  obstacles: z.array(Obstacle),
  closed_at: Moment.nullable(),
  /** Null for an account that its member closed. */
  closed_by: z.string().nullable(),
  reason: z.string().nullable(),
  erase_on: CalendarDay.nullable(),
  erased_at: Moment.nullable(),
  allowed_actions: z.array(z.enum(["close", "reopen"])),
});
export type MemberClosure = z.infer<typeof MemberClosure>;

const ofMember = { params: z.object({ id: Id }), output: MemberClosure, for: "staff", area: "sanctions" } as const;

export const readMemberClosure = endpoint({
  method: "GET",
  path: "/api/back-office/members/{id}/closure",
  summary: "Whether a member's account is closed, what stands in the way of closing it, and when its data is erased.",
  ...ofMember,
});

/** The member reads the reason in the e-mail about it. */
export const ClosureReasonForm = z.strictObject({ reason: required(texts.reason, 2000) });

export const closeMemberAccount = endpoint({
  method: "POST",
  path: "/api/back-office/members/{id}/closure",
  summary: "Close a member's account as they have asked us, or that of an applicant; the reason is told to them.",
  ...ofMember,
  body: ClosureReasonForm,
});

export const reopenMemberAccount = endpoint({
  method: "POST",
  path: "/api/back-office/members/{id}/closure/reopen",
  summary: "Open a closed account again, as long as its data has not been erased; the reason is told to its member.",
  ...ofMember,
  body: ClosureReasonForm,
});
