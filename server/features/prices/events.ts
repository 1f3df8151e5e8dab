import { moneySettings } from "@plumbline/contract/prices/rules.ts";
import { z } from "zod";
import { eventKinds } from "../../outbox/event-kinds.ts";

/** Values in words, as the audit shows them. */
const change = {
  setting: z.enum(moneySettings),
  fromDay: z.string(),
  reason: z.string(),
  before: z.string(),
  after: z.string(),
};

/** The events of dated settings: of everybody's, and of one member's own. */
export const priceEvents = {
  ...eventKinds("setting", { "terms.set": change, "terms.withdrawn": change }),
  ...eventKinds("member", { "terms.own_set": change, "terms.own_withdrawn": change }),
};
