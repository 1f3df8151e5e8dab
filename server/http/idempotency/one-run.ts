import type { Seal } from "../../auth/sealing.ts";
import type { AppContext } from "../../context.ts";
import { sendAlong } from "../../database/transaction.ts";
import { inOneTransaction } from "../one-transaction.ts";
import type { Run, StoredResponse } from "./run.ts";
import { type Fresh, findKey, insertAnswer, isLostClaim, reserveKey } from "./store.ts";

/**
 * Runs a call whose handler is one transaction (ADR-052): its effects, its answer and the key are one commit, and nothing is
 * left of a run that fails. Null when the key has a row already, which then decides. Throws `inProgress` while another run
 * of the call is under way.
 */
export async function runInOneTransaction(
  context: AppContext,
  { fresh, id, seal, inProgress }: { fresh: Fresh; id: string; seal: Seal; inProgress: () => Error },
  work: (run: Pick<Run, "context" | "id">) => Promise<StoredResponse>,
): Promise<StoredResponse | null> {
  let reserved = true;
  try {
    return await inOneTransaction(context, async (within) => {
      // Sent with the handler's first statement, which fails with it.
      await sendAlong(
        within.db,
        reserveKey(within.db, fresh).catch((error) => {
          reserved = !isLostClaim(error);
          throw error;
        }),
      );
      const answer = await work({ context: within, id });
      await sendAlong(within.db, insertAnswer(within.db, fresh, answer.status, seal.seal(Buffer.from(answer.body))));
      return answer;
    });
  } catch (error) {
    // Also after an error of the handler's own: it may have read what a run has committed that it did not know of yet, and
    // a COMMIT whose answer was lost may have been done.
    if (await findKey(context.db, fresh).catch(() => null)) return null;
    throw reserved ? error : inProgress();
  }
}
