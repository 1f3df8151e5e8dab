import type { Declaration } from "@plumbline/contract/endpoint.ts";
import type { Bus } from "../bus/bus.ts";
import type { AppContext } from "../context.ts";
import type { Db } from "../database/database.ts";

/** Whether the whole handler of an endpoint is one transaction (ADR-052). */
export const isOneTransaction = (declaration: Declaration): boolean =>
  declaration.method !== "GET" &&
  declaration.for !== "anyone" &&
  !declaration.sendsMail &&
  !declaration.inSteps &&
  !declaration.resumes &&
  !declaration.upload;

/**
 * Runs `work` with a context of its own, whose statements and transactions are all part of one transaction. What it announces
 * on the bus is announced after the commit, and not at all when there is none. A transaction of an action that fails takes
 * the whole with it, also when `work` catches its error.
 */
export async function inOneTransaction<Result>(
  context: AppContext,
  work: (within: AppContext) => Promise<Result>,
): Promise<Result> {
  const announcements: (() => void)[] = [];
  const failures: unknown[] = [];
  const result = await context.db.transaction(async (tx) => {
    const transaction = async <T>(part: (tx: Db) => Promise<T>): Promise<T> => {
      try {
        return await part(db);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    };
    const db: Db = Object.assign(Object.create(tx), { transaction });
    const publish: Bus["publish"] = (...given) => {
      announcements.push(() => context.bus.publish(...given));
    };
    const returned = await work({
      ...context,
      db,
      bus: { ...context.bus, publish },
      get limits(): never {
        throw new Error("A refusal would undo what is counted here: the endpoint must be declared with `inSteps`.");
      },
      get passwords(): never {
        throw new Error("A password takes too long for a transaction: the endpoint must be declared with `inSteps`.");
      },
    });
    if (failures.length > 0) throw failures[0];
    return returned;
  });
  for (const announce of announcements) announce();
  return result;
}
