import { z } from "zod";
import { type Declaration, endpoint } from "../endpoint.ts";
import { Whole } from "../fields.ts";
import { importColumns, mostImportCharacters } from "./import-rules.ts";

const csv = z
  .string("must be a text")
  .min(1, "Please choose a file")
  .max(mostImportCharacters, "Please split the file: at most 500,000 characters at once");
const desk = { method: "POST", for: "staff", area: "members" } as const satisfies Partial<Declaration>;

const outcome = {
  /** Lines below the headings. */
  lines: Whole,
  /** Whose address is known already: they are left as they are. */
  known: Whole,
  problems: z.array(z.object({ line: Whole, column: z.enum(importColumns).nullable(), message: z.string() })),
};

export const checkImport = endpoint({
  ...desk,
  path: "/api/back-office/import/check",
  summary: "Read a CSV of members (role, email, name, company) and say what its import would do. Nothing is written.",
  body: z.object({ csv }),
  output: z.object({ ...outcome, good: Whole }),
});
export type ImportCheck = z.infer<typeof checkImport.output>;

/** Row G-89. */
export const importMembers = endpoint({
  ...desk,
  path: "/api/back-office/import",
  summary:
    "Make members of the good lines of a CSV, approved, who get the e-mail to create their password; lines with a problem are left out, known addresses stay as they are. At most 50 lines in a call: `next` is the `after` of the following one.",
  body: z.object({ csv, after: Whole.default(0) }),
  inSteps: true,
  output: z.object({
    ...outcome,
    made: Whole,
    /** The last line that was read in this call; null when that was the last of the file. */
    next: Whole.nullable(),
  }),
});
