import type { Insight } from "../shapes.ts";
import { FINANCE } from "./insights-finance.ts";
import { EARLIER, OPERATIONS } from "./insights-operations.ts";
import { PEOPLE } from "./insights-people.ts";
import { SALES } from "./insights-sales.ts";
import { STRATEGY } from "./insights-strategy.ts";

export const INSIGHTS: Insight[] = [...STRATEGY, ...FINANCE, ...PEOPLE, ...SALES, ...OPERATIONS, ...EARLIER];
