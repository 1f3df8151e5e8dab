import { z } from "zod";
import { earliestDay, latestDay } from "../dates.ts";
import { endpoint } from "../endpoint.ts";
import { CalendarDay, day, Id, Moment, required, Whole } from "../fields.ts";
import { hundredthsOf } from "../money.ts";
import { moneySettings, valueError } from "./rules.ts";

const Terms = z.object({
  /** The day in London of which this is true. */
  day: CalendarDay,
  /** What we keep of an invoice, in percent: an advisor's own where they have one. */
  commission_percent: z.number(),
  /** The most that we say we may keep. */
  published_commission_percent: z.number(),
  /** Days until an invoice is due: the bounds, and what one that names none gets. */
  shortest_term_days: z.number(),
  longest_term_days: z.number(),
  usual_term_days: z.number(),
  vat_percent: z.object({ standard: z.number(), reduced: z.number() }),
  base_rate_percent: z.number(),
  /** Statutory interest a year on what becomes late on this day. */
  late_interest_percent: z.number(),
});
export type PublishedTerms = z.infer<typeof Terms>;

export const publishedTerms = endpoint({
  method: "GET",
  path: "/api/payment/terms",
  for: "anyone",
  summary: "Commission, payment terms, VAT and interest as they hold today in London (decision 60).",
  output: Terms,
});

export const ownTerms = endpoint({
  method: "GET",
  path: "/api/payment/terms/own",
  for: "member",
  summary: "The same for me: with a commission or a longest payment term of my own, where I have one.",
  output: Terms,
});

const Change = z.object({
  id: Whole,
  setting: z.enum(moneySettings),
  member: z.object({ id: Whole, name: z.string() }).nullable(),
  /** Percent or days; null ends a member's own value. */
  value: z.number().nullable(),
  /** What held before it. */
  before: z.number(),
  from_day: CalendarDay,
  reason: z.string(),
  by: z.string(),
  set_at: Moment,
  state: z.enum(["holds", "coming", "past", "withdrawn"]),
  /** Who took it back before its day, or replaced it. */
  withdrawn: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  /** What it means, in a sentence. */
  effect: z.string(),
});
export type SettingChange = z.infer<typeof Change>;

const Holding = z.object({
  setting: z.enum(moneySettings),
  value: z.number(),
  /** Since when it holds; null for what held before anybody set it. */
  since: CalendarDay.nullable(),
  /** Whether it is the member's own; false for everybody's. */
  own: z.boolean(),
  /** The changes that come, the next one first. */
  coming: z.array(z.object({ id: Whole, value: z.number().nullable(), from_day: CalendarDay })),
});
export type Holding = z.infer<typeof Holding>;

const Settings = z.object({
  today: CalendarDay,
  holds: z.array(Holding),
  /** Every change, the last that was made first, at most 200 at a time. */
  entries: z.array(Change),
  /** Whether there are older ones. */
  more: z.boolean(),
});
export type MoneySettings = z.infer<typeof Settings>;

const badValue = "Please enter a number.";
const value = z.union([z.number(), z.string().trim().max(40)], badValue).transform((typed, context) => {
  const hundredths = hundredthsOf(String(typed).replace(/\s*(%|days?)$/i, ""));
  if (hundredths === null || hundredths < 0) context.addIssue({ code: "custom", message: badValue });
  return hundredths ?? 0;
});
const badDay = "Please enter the day from which it holds.";
const change = {
  setting: z.enum(moneySettings, "Please choose what to change."),
  from_day: day(badDay),
  reason: required("Please give the reason.", 2000),
  /** The change from the same day that this one replaces; without it a second one from a day is refused. */
  replaces: Id.nullish(),
};

type Given = { setting: (typeof moneySettings)[number]; value: number | null };
function checkValue({ setting, value: hundredths }: Given, context: z.RefinementCtx) {
  const message = hundredths === null ? null : valueError(setting, hundredths);
  if (message) context.addIssue({ code: "custom", path: ["value"], message });
}

/** A change for everybody. */
export const SettingForm = z.object({ ...change, value }).superRefine(checkValue);
/** A change for one member; null ends their own value. */
const OwnSettingForm = z.object({ ...change, value: value.nullable() }).superRefine(checkValue);

const path = "/api/back-office/money-settings";
const staff = { for: "staff", area: "prices" } as const;
const onesOwn = { path: "/api/back-office/members/{id}/money-settings", params: z.object({ id: Id }) } as const;

export const readMoneySettings = endpoint({
  method: "GET",
  path,
  ...staff,
  summary:
    "What holds now, what comes, and every change with who made it and why, members' own as well; older ones with before={id}.",
  query: z.object({ before: Id.optional() }),
  output: Settings,
});

export const changeMoneySetting = endpoint({
  method: "POST",
  path,
  ...staff,
  summary: `Set a value from a day on, today or later (days from ${earliestDay} to ${latestDay}); 409 when that day has one already.`,
  body: SettingForm,
  inSteps: true,
  output: Settings,
  status: 201,
});

export const withdrawMoneySetting = endpoint({
  method: "POST",
  path: `${path}/{id}/withdraw`,
  ...staff,
  summary: "Take a change back before its day; 409 from its day on.",
  params: z.object({ id: Id }),
  body: z.object({ reason: change.reason }),
  inSteps: true,
  output: Settings,
});

/** Row G-81. */
export const readMemberSettings = endpoint({
  method: "GET",
  ...onesOwn,
  ...staff,
  summary: "What a member has of their own: an advisor's commission, a business member's longest payment term.",
  output: Settings,
});

export const changeMemberSetting = endpoint({
  method: "POST",
  ...onesOwn,
  ...staff,
  summary: "Give a member a value of their own from a day on, or end it with null.",
  body: OwnSettingForm,
  inSteps: true,
  output: Settings,
  status: 201,
});
