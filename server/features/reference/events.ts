import { kinds } from "@plumbline/contract/reference/contract.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

const list = z.enum(kinds);

/** What staff did with an entry of the lists. */
export const referenceEvents = eventKinds("reference_entry", {
  "reference.added": { list, name: z.string() },
  "reference.renamed": { list, before: z.string(), after: z.string() },
  "reference.retired": { list, name: z.string() },
  "reference.offered": { list, name: z.string() },
  "reference.merged": { list, name: z.string(), into: z.string() },
  /** The names in their order; `subjectId` is the first entry. */
  "reference.ordered": { list, before: z.array(z.string()), after: z.array(z.string()) },
  /** `members`: whose profiles have the entry `into` from now on. */
  "reference.replaced": { into: z.number(), members: z.array(z.number()) },
});
