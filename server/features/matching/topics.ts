import { z } from "zod";
import { RowId, topic } from "../../bus/topic.ts";

/** The ids of advisors whose listing has changed; the match index of every process reads them again. */
export const listingsTopic = topic<readonly number[]>("matching", z.array(RowId));
