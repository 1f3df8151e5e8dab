import { columnsOfOne, columnsOfSeveral } from "./schema.ts";
import type { ProfileRow } from "./store.ts";

/** The entries of the reference data that a profile has. */
export const choicesIn = (row: ProfileRow): (number | null)[] => [
  ...columnsOfOne.map((name) => row[name]),
  ...columnsOfSeveral.flatMap((name) => row[name]),
];
