import { endpoint } from "@plumbline/contract/endpoint.ts";
import { Email } from "@plumbline/contract/fields.ts";
import { z } from "zod";

/** Until the support feature brings its own declaration. */
export const subscribeToNewsletter = endpoint({
  method: "POST",
  path: "/api/subscribe",
  for: "anyone",
  summary: "Subscribes to the newsletter.",
  body: z.object({ name: z.string(), email: Email }),
  output: z.unknown(),
});
