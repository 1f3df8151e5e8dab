import type { Plan } from "@plumbline/contract/membership/contract.ts";
import type { Db } from "../../database/database.ts";
import type { TableChanges } from "../../database/table-changes.ts";
import { findCatalogue } from "./plan-store.ts";

/** The plans in a process's memory; null until the provider has named them for the first time. */
export type PlanCatalogue = () => Promise<readonly Plan[] | null>;

/** Reads the plans from the database once, and again after a change by any process. */
export function openPlanCatalogue({ db, tableChanges }: { db: Db; tableChanges: TableChanges }): PlanCatalogue {
  let known: Promise<readonly Plan[] | null> | null = null;
  const forget = () => {
    known = null;
  };
  tableChanges.subscribe("plan_catalogue", forget);
  const read = async () => (await findCatalogue(db))?.plans ?? null;
  return async () => {
    known ??= read();
    const reading = known;
    const plans = await reading.catch((error) => {
      if (known === reading) forget();
      throw error;
    });
    if (plans === null && known === reading) forget();
    return plans;
  };
}
