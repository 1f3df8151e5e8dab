import { addDays, type Day, formatLong } from "../dates.ts";
import { decimalOf, formatPence, hundredthsOf, split } from "../money.ts";
import type { Role } from "../product.ts";
import { fromKeys } from "../records.ts";

// The settings of money, each with the day from which it holds (decision 60, ADR-034).

/** What is set: percentages and days. */
export const moneySettings = [
  "commission",
  "published_commission",
  "shortest_term",
  "longest_term",
  "vat_standard",
  "vat_reduced",
  "base_rate",
] as const;
export type MoneySetting = (typeof moneySettings)[number];

type Kind = {
  label: string;
  unit: "percent" | "days";
  /** In hundredths: what holds until somebody sets it. */
  first: number;
  min: number;
  max: number;
  /** Whole percents or days only. */
  whole: boolean;
  /** The role whose members may have a value of their own. */
  ownFor: Role | null;
};

const percent = { unit: "percent", min: 0, max: 100_00, whole: false, ownFor: null } as const;
const term = { unit: "days", min: 1_00, max: 120_00, whole: true } as const;

/** Each setting with its bounds and what holds until somebody sets it, in hundredths of a percent or of a day. */
export const settingKinds: Record<MoneySetting, Kind> = {
  commission: { ...percent, label: "Commission", first: 10_00, max: 50_00, whole: true, ownFor: "advisor" },
  published_commission: { ...percent, label: "Published most", first: 15_00, max: 50_00, whole: true },
  shortest_term: { ...term, label: "Shortest payment term", first: 7_00, ownFor: null },
  longest_term: { ...term, label: "Longest payment term", first: 60_00, ownFor: "customer" },
  vat_standard: { ...percent, label: "VAT, standard rate", first: 20_00 },
  vat_reduced: { ...percent, label: "VAT, reduced rate", first: 5_00 },
  base_rate: { ...percent, label: "Bank of England base rate", first: 3_75 },
};

/** The term of an invoice that names none, as far as the shortest and the longest allow it. */
const usualTerm = 30;

/** One row: a value, null for the end of a member's own, and the day from which it holds. */
export type SettingRow = {
  id: number;
  setting: MoneySetting;
  /** Null for everybody. */
  memberId: number | null;
  fromDay: Day;
  /** In hundredths of a percent or of a day. */
  hundredths: number | null;
};

/** What holds on a day: percentages and days as decimals. */
export type MoneyTerms = Record<MoneySetting, number>;
export type Account = { id: number; role: Role };

/** The row of a setting that holds on a day, of everybody or of one member; null before the first. */
export function rowOn<R extends SettingRow>(
  rows: readonly R[],
  setting: MoneySetting,
  memberId: number | null,
  day: Day,
): R | null {
  return rows
    .filter((row) => row.setting === setting && row.memberId === memberId && row.fromDay <= day)
    .reduce<R | null>((last, row) => (last && last.fromDay > row.fromDay ? last : row), null);
}

/** A setting on a day in hundredths: the member's own if there is one, else everybody's. */
export function valueOn(rows: readonly SettingRow[], setting: MoneySetting, day: Day, memberId: number | null): number {
  const own = memberId === null ? null : rowOn(rows, setting, memberId, day);
  return own?.hundredths ?? rowOn(rows, setting, null, day)?.hundredths ?? settingKinds[setting].first;
}

/** All that holds on a day, for everybody or for one member. */
export function termsFrom(rows: readonly SettingRow[], day: Day, memberId: number | null): MoneyTerms {
  return fromKeys(moneySettings, (setting) => decimalOf(valueOn(rows, setting, day, memberId)));
}

/** The days after which an invoice that names no term is due. */
export function usualTermOf({ shortest_term: shortest, longest_term: longest }: Terms): number {
  return Math.max(shortest, Math.min(longest, usualTerm));
}
type Terms = Pick<MoneyTerms, "shortest_term" | "longest_term">;

/** Why an invoice cannot have a payment term; null when it can. */
export function termError(days: number, { shortest_term: shortest, longest_term: longest }: Terms): string | null {
  return days >= shortest && days <= longest ? null : `The payment term is from ${shortest} to ${longest} days.`;
}

/** The day whose base rate counts for what becomes late on a day: 31 December or 30 June before it. */
function referenceDay(late: Day): Day {
  const year = Number(late.slice(0, 4));
  return late.slice(5) < "07-01" ? `${year - 1}-12-31` : `${year}-06-30`;
}

/** Statutory interest, above the base rate, in percent. */
export const aboveBaseRate = 8;

/** Yearly interest on a debt, and the base rate and its day that it follows from; rates in percent. */
export type LateRate = { percent: number; basePercent: number; referenceDay: Day };

/** Yearly interest on what becomes late on a day (Late Payment of Commercial Debts (Interest) Act 1998). */
export function lateRate(rows: readonly SettingRow[], late: Day): LateRate {
  const reference = referenceDay(late);
  const base = valueOn(rows, "base_rate", reference, null);
  return { percent: decimalOf(aboveBaseRate * 100 + base), basePercent: decimalOf(base), referenceDay: reference };
}

/** Why a value cannot be set; null when it can. */
export function valueError(setting: MoneySetting, hundredths: number | null): string | null {
  const { unit, min, max, whole } = settingKinds[setting];
  const fits = hundredths !== null && hundredths >= min && hundredths <= max && !(whole && hundredths % 100 !== 0);
  if (fits) return null;
  const bounds = `from ${decimalOf(min)} to ${decimalOf(max)}`;
  return `Please enter ${whole ? "a whole" : "a"} ${unit === "days" ? "number of days" : "percentage"} ${bounds}.`;
}

/** Reads a value as typed ("12", "4.75%"); null for what is none. */
export const typedValue = (text: string) => hundredthsOf(text.replace(/\s*(%|days?)\s*$/i, ""));

/** "12%" or "30 days". */
export function shownValue(setting: MoneySetting, value: number): string {
  return settingKinds[setting].unit === "percent" ? `${value}%` : `${value} ${value === 1 ? "day" : "days"}`;
}

/** Which of two settings would contradict each other from some day on, as a sentence; null when none do. */
export function contradiction(rows: readonly SettingRow[], from: Day): string | null {
  const days = [from, ...new Set(rows.map(({ fromDay }) => fromDay).filter((day) => day > from))].sort();
  const members = [null, ...new Set(rows.flatMap(({ memberId }) => memberId ?? []))];
  for (const day of days)
    for (const member of members) {
      const terms = termsFrom(rows, day, member);
      const whose = member === null ? "" : " for a member with a value of their own";
      const when = `From ${formatLong(day)}${whose}`;
      if (terms.commission > terms.published_commission)
        return `${when}, the commission of ${terms.commission}% would be more than the published most of ${terms.published_commission}%.`;
      if (terms.shortest_term > terms.longest_term)
        return `${when}, the shortest payment term of ${terms.shortest_term} days would be longer than the longest of ${terms.longest_term}.`;
    }
  return null;
}

/** The sums that sentences take as their example, in pence. */
const example = { paid: 6_600_00, invoice: 1_000_00, late: 10_000_00 };

/** What a change means, as a sentence: the values before and after are decimals, `who` is the member it is for. */
export function effectOf(
  setting: MoneySetting,
  { from, before, after, who }: { from: Day; before: number; after: number; who?: string | undefined },
): string {
  const day = formatLong(from);
  if (before === after) return `Nothing changes on ${day}: it is ${shownValue(setting, after)} already.`;
  switch (setting) {
    case "commission": {
      const [was, is] = [split(example.paid, before), split(example.paid, after)];
      const whose = who ? `${who}` : "its advisor";
      return `An invoice of ${formatPence(example.paid)} sent from ${day} pays ${whose} ${formatPence(is.advisorAmount)} instead of ${formatPence(was.advisorAmount)}: we keep ${formatPence(is.fee)} instead of ${formatPence(was.fee)}. Invoices sent before keep their ${before}%.`;
    }
    case "published_commission":
      return `From ${day} the application page tells advisors that ${after}% is the most we may keep, instead of ${before}%. No invoice changes by it.`;
    case "shortest_term":
      return `An invoice sent on ${day} is due on ${formatLong(addDays(from, after))} at the earliest, instead of ${formatLong(addDays(from, before))}. Invoices sent before keep their day.`;
    case "longest_term":
      return `An invoice sent ${who ? `to ${who} ` : ""}on ${day} is due on ${formatLong(addDays(from, after))} at the latest, instead of ${formatLong(addDays(from, before))}. Invoices sent before keep their day.`;
    case "vat_standard":
    case "vat_reduced": {
      const [was, is] = [split(example.invoice, before).fee, split(example.invoice, after).fee];
      return `${formatPence(example.invoice)} of work invoiced from ${day} at this rate carries ${formatPence(is)} of VAT instead of ${formatPence(was)}.`;
    }
    case "base_rate": {
      const perDay = (rate: number) => formatPence(Math.round((example.late * (aboveBaseRate + rate)) / 100 / 365));
      const inAll = (rate: number) => `${decimalOf(Math.round((aboveBaseRate + rate) * 100))}%`;
      return `If it still holds on the next 30 June or 31 December, ${formatPence(example.late)} that becomes late in the half year after carries ${inAll(after)} a year, ${perDay(after)} a day, instead of ${inAll(before)}, ${perDay(before)} a day.`;
    }
  }
}
