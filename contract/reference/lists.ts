import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, required, Whole } from "../fields.ts";
import { kinds } from "./contract.ts";
import { listLimits } from "./rules.ts";

const Uses = z.object({ profiles: Whole, searches: Whole, engagements: Whole });
export type Uses = z.infer<typeof Uses>;

const Entry = z.object({
  id: Whole,
  name: z.string(),
  /** False once it was retired: members who have it keep it, and others cannot choose it. */
  offered: z.boolean(),
  uses: Uses,
  /** Incremented by every change; a change that names an older one is refused. */
  version: Whole,
});
export type ListEntry = z.infer<typeof Entry>;

const List = z.object({
  kind: z.enum(kinds),
  /** Of a list of cities. */
  country: z.object({ id: Whole, name: z.string() }).nullable(),
  entries: z.array(Entry),
  /** When the uses were last counted; null before the first time. */
  counted_at: Moment.nullable(),
});
export type List = z.infer<typeof List>;

const content = { for: "staff", area: "content" } as const;
const base = "/api/back-office/lists";

export const listLists = endpoint({
  ...content,
  method: "GET",
  path: base,
  summary: "The lists that members choose from, with how many entries each offers.",
  output: z.object({
    entries: z.array(z.object({ kind: z.enum(kinds), offered: Whole, retired: Whole })),
  }),
});

const ofList = z.object({ kind: z.enum(kinds, "is not a list") });
/** Which cities: those of a country. Other lists need none. */
const country = z.object({ country_id: Id.optional() });

/** Row G-90. */
export const readList = endpoint({
  ...content,
  method: "GET",
  path: `${base}/{kind}`,
  summary: "A list in its own order, with what uses each entry; cities of the country asked for, else of the first.",
  params: ofList,
  query: country,
  output: List,
});

const name = required("Please give the name.", listLimits.name).refine(
  (text) => !/\p{Cc}/u.test(text),
  "Please write it in one line.",
);
export const EntryForm = z.object({ name });

export const addEntry = endpoint({
  ...content,
  method: "POST",
  path: `${base}/{kind}`,
  summary: "Add an entry at the end of a list; a city names its country.",
  params: ofList,
  body: EntryForm.extend({ country_id: Id.optional() }),
  inSteps: true,
  output: List,
});

const ids = z.array(Id, "must be a list").min(1, "must be a list").max(listLimits.entries, "has too many entries");

export const orderList = endpoint({
  ...content,
  method: "PUT",
  path: `${base}/{kind}/order`,
  summary:
    "Put a list into another order; `before` is the order it is based on, and a list changed meanwhile is refused.",
  params: ofList,
  body: z.object({ before: ids, ids }),
  inSteps: true,
  output: List,
});

const entry = z.object({ id: Id });
const version = Id;

export const renameEntry = endpoint({
  ...content,
  method: "PATCH",
  path: `${base}/entries/{id}/name`,
  summary: "Rename an entry, for everybody who has it.",
  params: entry,
  body: EntryForm.extend({ version }),
  inSteps: true,
  output: List,
});

export const retireEntry = endpoint({
  ...content,
  method: "PATCH",
  path: `${base}/entries/{id}/retire`,
  summary: "Offer an entry no more; those who have it keep it.",
  params: entry,
  body: z.object({ version }),
  inSteps: true,
  output: List,
});

export const offerEntry = endpoint({
  ...content,
  method: "PATCH",
  path: `${base}/entries/{id}/offer`,
  summary: "Offer a retired entry again.",
  params: entry,
  body: z.object({ version }),
  inSteps: true,
  output: List,
});

/** Row G-91. */
export const mergeEntry = endpoint({
  ...content,
  method: "POST",
  path: `${base}/entries/{id}/merge`,
  summary:
    "Merge an entry into another of its list: whoever has it has the other instead, and it is gone from the list.",
  params: entry,
  body: z.object({ into: Id, version }),
  inSteps: true,
  output: List,
});
