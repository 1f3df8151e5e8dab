import { existsSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import type { Opening, Question, Reply } from "./embedded.ts";

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
    if (question.kind === "close") port.close();
  } catch (error) {
    say({ kind: "failed", id, message: (error as Error).message });
  }
});
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
