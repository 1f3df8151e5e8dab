import type { FastifyBaseLogger } from "fastify";
import type { Bus } from "./platform/bus.ts";
import type { Cable } from "./platform/cable.ts";
import type { Cards } from "./platform/cards.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database, Db } from "./platform/database.ts";
import type { Store } from "./platform/files.ts";
import type { Limits } from "./platform/limits.ts";
import type { Sessions } from "./platform/members.ts";
import type { Settings } from "./platform/settings.ts";

/** The parts every feature may use, made once at start. */
export type House = {
  settings: Settings;
  log: FastifyBaseLogger;
  clock: Clock;
  database: Database;
  db: Db;
  bus: Bus;
  sessions: Sessions;
  limits: Limits;
  store: Store;
  cards: Cards;
  cable: Cable;
  /** Signs what must not be forged: addresses of files, the state of a payout authorisation. */
  secret: string;
};
