import { changed, type Preferences, type PreferencesChange } from "@plumbline/contract/notifications/rules.ts";
import type { House } from "../../house.ts";
import { announceChange } from "./live.ts";
import { lockPreferences, updatePreferences } from "./preferences-store.ts";

/** Moves the switches that the change names, and tells the member's other pages; answers before and after. */
export async function changePreferencesOf(
  house: House,
  memberId: number,
  change: PreferencesChange,
): Promise<{ before: Preferences; after: Preferences }> {
  const outcome = await house.db.transaction(async (tx) => {
    const before = await lockPreferences(tx, memberId);
    const after = changed(before, change);
    await updatePreferences(tx, memberId, after);
    return { before, after };
  });
  announceChange(house, memberId);
  return outcome;
}
