import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id } from "../fields.ts";
import { maxAddresses } from "./rules.ts";

export const readFileAddresses = endpoint({
  method: "GET",
  path: "/api/files/addresses",
  privateWords: true,
  for: "member",
  summary:
    "New addresses of files that I may see, for a page that stayed open: an address opens its file for five minutes. Files that are not there or not for me are left out.",
  query: z.object({
    ids: z
      .string("is not a list of ids")
      .max(3000, "has too many entries")
      .transform((text): unknown[] => text.split(","))
      .pipe(z.array(Id).max(maxAddresses, "has too many entries")),
  }),
  output: z.array(z.object({ id: z.number(), file: z.string() })),
});
