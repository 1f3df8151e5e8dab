import type { Database } from "../../database/database.ts";
import type { BusAddress } from "../addresses.ts";
import { openNats } from "./nats.ts";
import { openNotify } from "./notify.ts";
import { openRedis } from "./redis.ts";
import type { Transport, TransportListener } from "./transport.ts";

/**
 * Opens what carries the bus: the server that the settings name, else PostgreSQL; null for the embedded database, where
 * there is only one process. `installation` separates installations that share a server.
 */
export async function openTransport(
  database: Database,
  address: BusAddress | null,
  installation: string,
  listener: TransportListener,
): Promise<Transport | null> {
  if (address?.kind === "nats") return openNats(address, installation, listener);
  if (address) return openRedis(address, installation, listener);
  return database.kind === "embedded" ? null : openNotify(database, listener);
}
