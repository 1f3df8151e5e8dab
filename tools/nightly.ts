/**
 * True where the tests and journeys run that `.ci/run` leaves out (`.ci/nightly`): the long ones, which together take
 * longer than all the others, and of which a shorter one beside them or the rows' other tests would notice most faults.
 */
export const atNight = process.env["NIGHTLY"] === "true" || process.env["FAILURES"] === "full";
