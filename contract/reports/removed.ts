import { z } from "zod";

/** Why something was removed; the sentence that stands in its place is its text (row G-64). */
export const Removed = z.object({ reason: z.string() });
