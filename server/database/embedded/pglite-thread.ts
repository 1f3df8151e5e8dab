import { accessSync, constants, cpSync, existsSync, statfsSync } from "node:fs";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { present } from "@plumbline/contract/present.ts";
import { messageOf } from "../../error-facts.ts";
import type { OpenOptions, ThreadRequest, ThreadResponse } from "./embedded.ts";
import { fatalErrorIn } from "./fatal-error.ts";
import { startParams } from "./start-params.ts";

// The worker thread of the embedded database (embedded.ts), which handles one request after the other.

/** False also for a template that another user has prepared: without one a database is made in seconds. */
const isReadable = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};
const port = present(parentPort, "the port of a thread");
const { directory, image, template, minFreeSpace }: OpenOptions = workerData;
// A marker file exists until a new database is complete: if the process is killed before that, the database is
// recreated.
const unfinished = directory && `${directory}.unfinished`;
if (unfinished && (existsSync(unfinished) || !existsSync(directory))) {
  await rm(directory, { recursive: true, force: true });
  await writeFile(unfinished, "");
  if (isReadable(template)) cpSync(template, directory, { recursive: true });
}
const pglite = await PGlite.create({
  ...(directory ? { dataDir: directory } : {}),
  ...(image ? { loadDataDir: new Blob([await readFile(image)]) } : {}),
  relaxedDurability: false,
  startParams,
});
const respond = (reply: ThreadResponse, moved: ArrayBuffer[] = []) => port.postMessage(reply, moved);

if (directory) {
  // As PostgreSQL demands of its folder. One of another user keeps its mode.
  await chmod(directory, 0o700).catch(() => {});
  await rm(`${directory}.unfinished`, { force: true });
}

port.on("message", async (request: ThreadRequest) => {
  const { id } = request;
  try {
    const bytes = await answer(request);
    respond({ kind: "done", id, bytes }, bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
    if (request.kind === "close") {
      clearInterval(spaceCheck);
      port.close();
    }
  } catch (error) {
    // Errors of SQL statements are normal responses; an exception means that the database itself has failed.
    respond({ kind: "failed", id, message: messageOf(error), broken: request.kind === "protocol" });
  }
});

// The database fails when it cannot write its log, so with little free space it becomes read-only and still serves reads.
// The setting is repeated at every check, because a rollback of an open transaction may have reverted it.
let full = false;
async function checkSpace() {
  if (!directory) return;
  const { bavail, bsize } = statfsSync(directory);
  const fullNow = bavail * bsize < minFreeSpace;
  if (!full && !fullNow) return;
  const set = `set default_transaction_read_only = ${fullNow ? "on" : "off"}`;
  // Within a failed transaction the setting cannot be changed: the next check tries again.
  await pglite.exec(set).then(
    () => {
      full = fullNow;
    },
    () => {},
  );
}
// Before anything is written: there may be no space since the last start.
await checkSpace();
const spaceCheck = setInterval(checkSpace, 500);
respond({ kind: "ready" });

async function answer(question: ThreadRequest): Promise<Uint8Array | undefined> {
  switch (question.kind) {
    case "protocol": {
      const responses = await pglite.runExclusive(() => pglite.execProtocolRaw(question.bytes));
      const fatal = fatalErrorIn(responses);
      if (fatal !== null) throw new Error(fatal);
      // Copied, because the response may be part of the database's own memory, which cannot be transferred.
      return responses.slice();
    }
    case "listen":
      await pglite.listen(question.channel, (payload) =>
        respond({ kind: "notified", channel: question.channel, payload }),
      );
      return;
    case "dump":
      return new Uint8Array(await (await pglite.dumpDataDir("none")).arrayBuffer());
    case "close":
      await pglite.close();
      return;
  }
}
