import { fullSize } from "../server/testing/size.ts";

/**
 * True where the tests and journeys run that `.ci/run` leaves out (`.ci/nightly`): the long ones, which together take
 * longer than all the others, and of which a shorter one beside them or the rows' other tests would notice most faults.
 */
export const atNight = fullSize || process.env["NIGHTLY"] === "true";
