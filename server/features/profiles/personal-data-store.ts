import { formerMember } from "@plumbline/contract/closure/rules.ts";
import { eq, getTableColumns } from "drizzle-orm";
import { ofMember, personalTable } from "../../database/personal-data.ts";
import { unmarkPhotosOf } from "../files/store.ts";
import { profiles } from "./schema.ts";

/** Every nullable column and every list is emptied, so that new columns are covered without a change here. */
const emptied: Record<string, null | false | []> = {};
for (const [key, column] of Object.entries(getTableColumns(profiles))) {
  if (!column.notNull) emptied[key] = null;
  else if (column.dataType === "array") emptied[key] = [];
  else if (column.dataType === "boolean") emptied[key] = false;
}

export const profilesPersonalData = [
  personalTable(profiles, ofMember(profiles.memberId), {
    erase: async (tx, { id }) => {
      // The job for unattached files deletes the photos, but it never looks again at what it has found attached.
      await unmarkPhotosOf(tx, id);
      await tx
        .update(profiles)
        .set({ ...emptied, name: formerMember })
        .where(eq(profiles.memberId, id));
    },
  }),
];
