import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { Job } from "../../outbox/jobs.ts";
import { completeAnswer, recordAnswerRefused } from "./actions.ts";
import { remindOfDisputes } from "./reminders.ts";
import { openAnswers } from "./store.ts";

export const disputesJobs: Job[] = [
  { name: "send answers to disputes", everySeconds: 20, run: sendOpenAnswers },
  { name: "remind of disputes", everySeconds: 3600, run: remindOfDisputes },
];

/** Sends what is under way, because a call timed out or the process was killed; within a minute of the provider's return. */
export async function sendOpenAnswers(context: AppContext): Promise<void> {
  for (const answer of await openAnswers(context.db))
    await completeAnswer(context, answer).catch(async (error) => {
      if (isRefusal(error)) return void (await recordAnswerRefused(context, answer, error));
      context.log.warn(
        { err: error, answer: answer.id },
        "an answer to a dispute is still open; it will be sent again",
      );
    });
}
