import { mondayBefore } from "@plumbline/contract/back-office/figures-rules.ts";
import { type Day, dayInLondon } from "@plumbline/contract/dates.ts";

/** The Monday of the week in which a moment falls, in London. */
export const mondayOf = (now: Date): Day => mondayBefore(dayInLondon(now));
