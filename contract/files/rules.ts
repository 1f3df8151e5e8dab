/**
 * How many files, and how many bytes, a member may have uploaded that are not attached to a message, proposal or profile.
 * Enough for several proposals with all their files; without a limit one account could fill the disk.
 */
export const unattachedLimit = { files: 100, bytes: 500 * 1024 * 1024 } as const;

/** How long after its upload a file can be attached, in milliseconds. */
export const attachableFor = 24 * 3600_000;
/** When an unattached file is deleted, in milliseconds; later, so that no file is deleted while it is being attached. */
export const removedAfter = 25 * 3600_000;

/** How many file URLs one call may request: as many as a page can show at once. */
export const maxAddresses = 200;

export const texts = {
  tooManyWaiting:
    "You have uploaded many files that are in no message or project yet. Send some of them, or try again tomorrow.",
} as const;
