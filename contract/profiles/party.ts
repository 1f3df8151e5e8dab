import { z } from "zod";
import { Named, Whole } from "../fields.ts";
import { roles } from "../product.ts";

/** A member as the other side of an engagement, an invoice or a conversation sees them; no e-mail, no phone. */
export const Party = z.object({
  id: Whole,
  profile: z.object({
    id: Whole,
    name: z.string(),
    /** A short-lived URL, or null for the default picture. */
    photo: z.string().nullable(),
    head_line: z.string().nullable(),
    position_or_title: z.string().nullable(),
    job_title: Named.nullable(),
    user_role: z.enum(roles),
  }),
  company: z.object({
    company_name: z.string().nullable(),
    address_1: z.string().nullable(),
    address_2: z.string().nullable(),
    postcode: z.string().nullable(),
    city: Named.nullable(),
  }),
});
export type Party = z.infer<typeof Party>;
