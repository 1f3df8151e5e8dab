import { dayOf, earliestDay, latestDay } from "@plumbline/contract/dates.ts";

/** What a query parameter may be: a whole number, a day, one of a few words, or a text. */
export type ParameterRule =
  | { from: number; to: number }
  | { day: true }
  | { oneOf: readonly string[] }
  | { maxLength?: number; pattern?: string };

/** Checks an endpoint's query without the schema library, with the same result as the schema (ADR-027). */
export const parameters = (rules: Record<string, ParameterRule>) => ({
  shape: Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      { safeParse: (text: string) => ({ success: passes(text, rule) }) },
    ]),
  ),
});

function passes(text: string, rule: ParameterRule): boolean {
  if ("from" in rule) return /^(0|[1-9]\d{0,15})$/.test(text) && Number(text) >= rule.from && Number(text) <= rule.to;
  if ("oneOf" in rule) return rule.oneOf.includes(text);
  if ("day" in rule) {
    const day = text.length <= 40 ? dayOf(text) : null;
    return day !== null && day >= earliestDay && day <= latestDay;
  }
  return (
    text.trim().length <= (rule.maxLength ?? Number.POSITIVE_INFINITY) && new RegExp(rule.pattern ?? "").test(text)
  );
}
