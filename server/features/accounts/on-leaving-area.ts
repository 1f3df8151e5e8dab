import { type Area, accessTo } from "@plumbline/contract/back-office/staff-roles.ts";
import type { Db } from "../../database/database.ts";
import { type EventHandler, onEvent } from "../../outbox/outbox.ts";
import { findMember } from "./store.ts";

type Leaving = { staffId: number; by: number | null; now: Date };

/**
 * What happens once a member of staff no longer works in an area, because they were removed or have a role that only reads
 * there: what was with them is with nobody again.
 */
export const onLeavingArea = (area: Area, release: (tx: Db, leaving: Leaving) => Promise<void>): EventHandler[] =>
  (["account.staff_removed", "account.staff_role_changed"] as const).map((kind) =>
    onEvent(kind, async ({ db, clock }, { subjectId: staffId, actorId: by }) => {
      // As it is now: they may have been invited again, or have another role since.
      const role = (await findMember(db, staffId))?.staffRole ?? null;
      if (role !== null && accessTo(area, role) === "write") return;
      await db.transaction((tx) => release(tx, { staffId, by, now: clock.now() }));
    }),
  );
