import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { oneRow } from "../database/rows.ts";
import { secrets } from "./schema.ts";

/**
 * The installation's signing key, created once and stored in the database so that all processes share it. Nothing is
 * written when it is there: a process also starts while the database can only be read, as on a full disk.
 */
export async function installationSecret(db: Db): Promise<string> {
  const name = "signing";
  const stored = () => db.select().from(secrets).where(eq(secrets.name, name));
  const [existing] = await stored();
  if (existing) return existing.value;
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  return oneRow(await stored()).value;
}

/** Writes an unchanged value; throws when the database refuses writes (disk full, read-only). */
export async function checkWritable(db: Db): Promise<void> {
  await db.update(secrets).set({ name: "signing" }).where(eq(secrets.name, "signing"));
}
