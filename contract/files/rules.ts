/**
 * How much of what a member has uploaded may wait unattached: in no message, proposal or profile. Enough for several
 * proposals with all their files; without it one account could fill the disk.
 */
export const mostWaiting = { files: 100, bytes: 500 * 1024 * 1024 } as const;

/** How long an upload can still be attached after it arrived, and after how long it is removed, in milliseconds. */
export const attachableFor = 24 * 3600_000;
/** Later, so that none is removed while it is being attached. */
export const removedAfter = 25 * 3600_000;

/** New addresses that one call asks for: as many as a page can show at once. */
export const mostAddresses = 200;

export const texts = {
  tooManyWaiting:
    "You have uploaded many files that are in no message or project yet. Send some of them, or try again tomorrow.",
} as const;
