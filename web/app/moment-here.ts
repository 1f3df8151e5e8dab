import { formatMoment, formatShort } from "@plumbline/contract/dates.ts";

/** The reader's time zone, such as "Europe/London". */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "21 November, 16:04" by the reader's clock, with the zone's name where that differs from London's (row H-34). */
export const momentHere = (value: string): string => formatMoment(value, zoneHere());

/** "21/11/2026", the day of a moment by the reader's clock. */
export const shortDayHere = (value: string): string => formatShort(value, zoneHere());
