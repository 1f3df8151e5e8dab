import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { announceChanged } from "../messages/live.ts";
import { putBackMessage, removeMessage } from "../messages/removal-store.ts";
import { putBackProfile, removeProfileTexts } from "../profiles/removal-store.ts";
import { putBackReview, removeReview } from "../reviews/removal-store.ts";
import type { RemovedContent } from "./schema.ts";
import { stubsOfProfile } from "./store.ts";
import type { ThingId } from "./things.ts";

// What is removed is replaced by a sentence that says so and moves into the decision, so that no page, e-mail, search
// or export can show it by mistake (ADR-033).

/** Replaces something by its stub; null when there is nothing left to remove. */
export async function remove(tx: Db, thing: ThingId, stub: string, reason: string): Promise<RemovedContent | null> {
  const { kind, id, conversationId } = thing;
  if (kind === "message") {
    const before = await removeMessage(tx, { conversationId: conversationId ?? 0, id }, stub, reason);
    return before && { kind, id, stub, ...before };
  }
  if (kind === "review") {
    const before = await removeReview(tx, id, stub, reason);
    return before && { kind, id, stub, ...before };
  }
  if (kind !== "profile") return null;
  const before = await removeProfileTexts(tx, id, stub, await stubsOfProfile(tx, id));
  return before && { kind, stub, ...before };
}

/** Puts it back where its stub still stands; false when the member has written something else meanwhile. */
export async function restore(tx: Db, memberId: number, removed: RemovedContent): Promise<boolean> {
  if (removed.kind === "message") return putBackMessage(tx, removed);
  return removed.kind === "review" ? putBackReview(tx, removed) : putBackProfile(tx, memberId, removed);
}

/** Shows it on the pages that are open, after the commit. */
export async function announceContent(context: AppContext, changed: RemovedContent): Promise<void> {
  if (changed.kind === "message") await announceChanged(context, changed);
}
