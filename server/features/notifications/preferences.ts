import { type Preferences, type PreferencesChange, withChange } from "@plumbline/contract/notifications/rules.ts";
import type { AppContext } from "../../context.ts";
import { announceChange } from "./live.ts";
import { lockPreferences, updatePreferences } from "./preferences-store.ts";

/** Applies a change of preferences and updates the member's other pages; returns the preferences before and after. */
export async function changePreferencesOf(
  context: AppContext,
  memberId: number,
  change: PreferencesChange,
): Promise<{ before: Preferences; after: Preferences }> {
  const outcome = await context.db.transaction(async (tx) => {
    const before = await lockPreferences(tx, memberId);
    const after = withChange(before, change);
    await updatePreferences(tx, memberId, after);
    return { before, after };
  });
  announceChange(context, memberId);
  return outcome;
}
