import { existsSync, statfsSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { leastRoom, type Opening, type Question, type Reply } from "./embedded.ts";

// The embedded database, in a thread of its own (embedded.ts): it answers one question after the other.

const port = parentPort as NonNullable<typeof parentPort>;
const { directory, image, template } = workerData as Opening;
// A database that was killed while it was made is made again: until it is whole, a mark stands beside it.
const unfinished = directory && `${directory}.unfinished`;
if (unfinished && (existsSync(unfinished) || !existsSync(directory))) {
  await rm(directory, { recursive: true, force: true });
  await writeFile(unfinished, "");
  if (existsSync(template)) await cp(template, directory, { recursive: true });
}
const pglite = await PGlite.create({
  ...(directory ? { dataDir: directory } : {}),
  ...(image ? { loadDataDir: new Blob([await readFile(image)]) } : {}),
  relaxedDurability: false,
});
const say = (reply: Reply, moved: ArrayBuffer[] = []) => port.postMessage(reply, moved);

if (unfinished) await rm(unfinished, { force: true });

port.on("message", async (question: Question) => {
  const { id } = question;
  try {
    const bytes = await answer(question);
    say({ kind: "done", id, bytes }, bytes ? [bytes.buffer as ArrayBuffer] : []);
    if (question.kind === "close") {
      clearInterval(watching);
      port.close();
    }
  } catch (error) {
    // Refusals of statements are answers; what is thrown means that the database itself has failed.
    say({ kind: "failed", id, message: (error as Error).message, broken: question.kind === "protocol" });
  }
});

// The database ends when it cannot write its log: with little room left it takes no writes, and goes on answering. Asked
// again each time, since a transaction that was open meanwhile may have taken the setting back with it.
let full = false;
const watching = setInterval(async () => {
  if (!directory) return;
  const { bavail, bsize } = statfsSync(directory);
  const fullNow = bavail * bsize < leastRoom;
  if (!full && !fullNow) return;
  const set = `set default_transaction_read_only = ${fullNow ? "on" : "off"}`;
  // Inside a failed transaction nothing can be set: next time.
  await pglite.exec(set).then(
    () => {
      full = fullNow;
    },
    () => {},
  );
}, 500);
say({ kind: "ready" });

async function answer(question: Question): Promise<Uint8Array | undefined> {
  switch (question.kind) {
    case "protocol":
      // A copy: the answer's own bytes may lie in the database's memory, which cannot be given away.
      return (await pglite.runExclusive(() => pglite.execProtocolRaw(question.bytes))).slice();
    case "listen":
      await pglite.listen(question.channel, (payload) => say({ kind: "notified", channel: question.channel, payload }));
      return;
    case "dump":
      return new Uint8Array(await (await pglite.dumpDataDir("none")).arrayBuffer());
    case "close":
      await pglite.close();
      return;
  }
}
