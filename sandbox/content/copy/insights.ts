import type { Insight } from "../shapes.ts";
import { finance } from "./insights-finance.ts";
import { earlier, operations } from "./insights-operations.ts";
import { people } from "./insights-people.ts";
import { sales } from "./insights-sales.ts";
import { strategy } from "./insights-strategy.ts";

export const insights: Insight[] = [...strategy, ...finance, ...people, ...sales, ...operations, ...earlier];
