import type { AppContext } from "../../context.ts";
import { eachInTurn } from "../../outbox/each-in-turn.ts";
import { endMembershipOfClosed } from "../membership/forgetting.ts";
import { closedWithMembership } from "./store.ts";

/**
 * Ends the memberships that run on though their account is closed. The event of the closing ends one at once, but not what was
 * being bought at that moment, and it is given up when the card provider is away for longer than it is tried.
 */
export async function endMembershipsOfClosed(context: AppContext): Promise<void> {
  await eachInTurn(await closedWithMembership(context.db), async (memberId) => {
    await endMembershipOfClosed(context, memberId).catch((error) => {
      context.log.error(
        { err: error, member: memberId },
        "a closed account's membership still runs at the card provider",
      );
      throw error;
    });
  });
}
