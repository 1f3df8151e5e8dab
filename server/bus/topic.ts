import { maxId, maxLongId } from "@plumbline/contract/fields.ts";
import { z } from "zod";

/**
 * A topic of the bus: its name, what its payload is between processes, and the type of what subscribers in the publishing
 * process also get.
 */
export type Topic<Payload, Local> = {
  readonly name: string;
  readonly shape: z.ZodType<Payload>;
  readonly types?: { local: Local };
};

/**
 * Declares a topic. `Payload` is sent between processes and holds ids, never content; what comes with another `shape` is
 * delivered to nobody. `Local` is what the publisher has loaded already, so that subscribers in its own process need not
 * read it again.
 */
export const topic = <Payload, Local = never>(name: string, shape: z.ZodType<Payload>): Topic<Payload, Local> => ({
  name,
  shape,
});

/** The id of a row in a payload. */
export const RowId = z.int().min(1).max(maxId);
/** The id of a message or an event. */
export const LongRowId = z.int().min(1).max(maxLongId);
