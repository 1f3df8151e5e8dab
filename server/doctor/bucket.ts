import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { installationOf } from "../cards/cards.ts";
import { type Store, StoreUnavailable } from "../files/store.ts";
import { type Check, checkTimeout, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, failed } = findingsOf("files");

/** Checks that the bucket takes a file, lists it, gives it back and removes it. */
export const bucket: Check = {
  name: "files",
  run: async ({ s3, databaseUrl }) => {
    if (!s3) return [ok("kept in DATA_DIR")];
    const folder = await mkdtemp(join(tmpdir(), "plumbline-doctor-"));
    const { openS3Store } = await import("../files/s3-store.ts");
    const store = await openS3Store(s3, folder);
    try {
      await tryOut(store);
      const owner = await store.owner?.read();
      // Only a server's database can be asked beside the running process.
      const own = owner && databaseUrl ? await installationIn(databaseUrl) : null;
      if (own && owner !== own)
        return [failed(`the bucket ${s3.bucket} has the files of another installation`, anotherBucket)];
      const ways = s3.direct ? "downloads come from it directly" : "downloads come through us";
      return [ok(`the bucket ${s3.bucket} takes, lists, gives back and removes files; ${ways}`)];
    } catch (error) {
      return [refused(error)];
    } finally {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const anotherBucket =
  "Give each installation a bucket of its own. If the other one is gone, delete the object files/installation in this one.";

/** The installation of a database; null before its first start, and where it cannot be asked, as its own check says. */
async function installationIn(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: checkTimeout / 3 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ value: string }>("select value from secrets where name = 'signing'");
    return rows[0] ? installationOf({ secret: rows[0].value }) : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

async function tryOut(store: Store): Promise<void> {
  // One that could not be removed is removed as bytes without a row.
  const key = `doctor-${randomUUID()}`;
  const text = "Plumbline's doctor was here.";
  await store.write(key, Buffer.from(text));
  try {
    const answer = (await buffer(await store.read(key))).toString();
    if (answer !== text) throw new Error("it gives back something else than was written");
    await store.stored()[Symbol.asyncIterator]().next();
  } finally {
    await store.remove(key);
  }
}

function refused(error: unknown): Finding {
  if (!(error instanceof StoreUnavailable)) return failed(`cannot be used: ${reasonOf(error)}`, adviceFor(""));
  return failed(`the bucket cannot be used: ${error.code}: ${reasonOf(error.cause)}`, adviceFor(error.code));
}

function adviceFor(code: string): string {
  if (code === "NoSuchBucket") return "Create the bucket that S3_BUCKET names, in S3_REGION.";
  if (/Signature|InvalidAccessKeyId|AccessDenied|Forbidden/.test(code))
    return "Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the machine's role: it needs ListBucket on the bucket, and GetObject, PutObject and DeleteObject on files/* in it.";
  if (code === "CredentialsProviderError")
    return "Give this machine a role, or set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.";
  if (/Redirect|AuthorizationHeaderMalformed|Region/.test(code)) return "Set S3_REGION to the bucket's region.";
  return "Check S3_ENDPOINT and S3_REGION, and that outgoing connections to there are allowed.";
}
