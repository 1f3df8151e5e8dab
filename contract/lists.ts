import { z } from "zod";
import type { Area } from "./back-office/staff-roles.ts";
import { type Caller, endpoint } from "./endpoint.ts";
import { CalendarDay, day, Id, Whole } from "./fields.ts";

/** Treats an empty string, as a form sends it, as no filter. */
export const emptyAsMissing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

const tooLong = "Please search for fewer than 100 characters";
const noDay = "is not a day";

/** What people type into a search field: every word must be found, in any order. */
export const Words = emptyAsMissing(z.string("is not a text").trim().max(100, tooLong).optional());

/**
 * The filters of a list: words, the first and the last day, and the list's own choices. The list, its sums and its CSV take
 * the same ones.
 */
export function listFilters<Choices extends z.ZodRawShape>(choices: Choices) {
  return z.object({
    q: Words,
    from: emptyAsMissing(day(noDay).optional()),
    to: emptyAsMissing(day(noDay).optional()),
    ...choices,
  });
}

/** A filter with a few values; `message` is the error for any other. */
export const choice = <const Values extends readonly string[]>(
  values: Values,
  message = `must be one of ${values.join(", ")}`,
) => emptyAsMissing(z.enum(values, message).optional());

type List<For extends Caller, Filters extends z.ZodObject> = { path: string; for: For; area?: Area; filters: Filters };

/** Declares the sums of a list over all of its pages; `what` names the list's rows. */
export function listSums<For extends Caller, Filters extends z.ZodObject, Sums extends z.ZodRawShape>(
  { path, for: who, area, filters }: List<For, Filters>,
  what: string,
  sums: Sums,
) {
  return endpoint({
    method: "GET",
    path: `${path}/sums`,
    for: who,
    ...(area && { area }),
    summary: `How many ${what} satisfy the filters, on all pages together, and what they come to.`,
    query: filters,
    mayBeStale: true,
    output: z.object({ count: Whole, ...sums }),
  });
}

/** Declares a list as CSV: all rows that satisfy the filters. */
export function listCsv<For extends Caller, Filters extends z.ZodObject>(
  { path, for: who, area, filters }: List<For, Filters>,
  what: string,
) {
  return endpoint({
    method: "GET",
    path: `${path}.csv`,
    for: who,
    ...(area && { area }),
    summary: `All ${what} that satisfy the filters, as CSV in UTF-8, newest first.`,
    query: filters,
    mayBeStale: true,
    output: z.unknown(),
    type: "text/csv",
    limit: 60,
  });
}

/** A list of the back office, with the filters that are its own. */
type DeskList<Choices extends z.ZodRawShape> = { path: string; for: "staff"; area: Area; choices: Choices };

/** Declares a list of the back office that is read by key. */
export const deskList = <Choices extends z.ZodRawShape, Entry extends z.ZodObject>(
  { choices, ...list }: DeskList<Choices>,
  summary: string,
  entry: Entry,
) =>
  endpoint({
    method: "GET",
    ...list,
    summary: `${summary} \`after\` is the id of the last one that is known.`,
    query: listFilters({ ...choices, after: emptyAsMissing(Id.optional()) }),
    mayBeStale: true,
    output: z.object({ entries: z.array(entry), more: z.boolean() }),
  });

/** Declares its sums, which are of the last 366 days unless a first day is given. */
export const deskSums = <Choices extends z.ZodRawShape, Sums extends z.ZodRawShape>(
  { path, choices, ...list }: DeskList<Choices>,
  summary: string,
  sums: Sums,
) =>
  endpoint({
    method: "GET",
    path: `${path}/sums`,
    ...list,
    summary,
    query: listFilters(choices),
    mayBeStale: true,
    output: z.object({ from: CalendarDay, count: Whole, ...sums }),
  });
