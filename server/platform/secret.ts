import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { secrets } from "../schema.ts";
import type { Db } from "./database.ts";

/** The installation's own key, made once and kept in the database so that every process signs alike. */
export async function installationSecret(db: Db): Promise<string> {
  const name = "signing";
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name));
  return (row as { value: string }).value;
}

/** Writes what is there already: throws when the database takes no writes (its disk is full, it is read-only). */
export async function tryToWrite(db: Db): Promise<void> {
  await db.update(secrets).set({ name: "signing" }).where(eq(secrets.name, "signing"));
}
