import { z } from "zod";
import { CalendarDay, Whole } from "../fields.ts";

// The parts of an invoice about its late payment (ADR-048).

/** What may be claimed on an invoice that is overdue or was paid late (ADR-048); amounts in pounds, rates in percent. */
export const LatePayment = z.object({
  /** The days that carry interest, the first and the last: to today, or to the day of payment. */
  from: CalendarDay,
  until: CalendarDay,
  days: Whole,
  /** A year, fixed by the base rate of the reference day before it became late. */
  percent: z.number(),
  base_rate_percent: z.number(),
  reference_day: CalendarDay,
  /** The total without what was given back. */
  debt: z.number(),
  /** One day, rounded to the penny; `interest` is this times `days`. */
  per_day: z.number(),
  interest: z.number(),
  compensation: z.number(),
  total: z.number(),
  /** The interest's working. */
  working: z.string(),
  /** Why it cannot be claimed now, as a sentence. */
  blocked: z.string().nullable(),
  /** For the advisor: the lines of a claim. */
  lines: z.array(z.object({ description: z.string(), quantity: z.number(), unit_price: z.number() })).optional(),
});
export type LatePayment = z.infer<typeof LatePayment>;

/** Another invoice of the same engagement; a draft has no number. */
export const OtherInvoice = z.object({ id: Whole, number: z.string().nullable() });
