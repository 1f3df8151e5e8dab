import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Whole } from "../fields.ts";
import { Words } from "../lists.ts";

const foundKinds = ["member", "engagement", "invoice"] as const;
export type FoundKind = (typeof foundKinds)[number];

/** How many of each kind are shown; typing another letter narrows them down. */
export const mostOfEach = 5;

const Found = z.object({
  kind: z.enum(foundKinds),
  id: Whole,
  /** The member on whose page it stands: themselves, or an engagement's customer. */
  member_id: Whole,
  title: z.string(),
  about: z.string(),
  /** What was typed is its id, its number, its address or the provider's id of something of it. */
  exact: z.boolean(),
});
export type FoundEntry = z.output<typeof Found>;

export const searchEverything = endpoint({
  method: "GET",
  path: "/api/back-office/search",
  for: "staff",
  area: "members",
  summary:
    "Members by name, company and e-mail, engagements by name, invoices by number, anything by its id or the card provider's; exact ones first.",
  query: z.object({ q: Words }),
  mayBeStale: true,
  output: z.object({ entries: z.array(Found) }),
});
