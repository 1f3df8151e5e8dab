import { PGlite } from "@electric-sql/pglite";
import { planningArguments } from "../planning.ts";

/**
 * What the embedded database is started with. The default of 128 MB of shared buffers is written once at the start: 0.15 s
 * of processor time, and memory that stays in use. Pages beyond this are in the operating system's cache.
 */
export const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB", ...planningArguments];
