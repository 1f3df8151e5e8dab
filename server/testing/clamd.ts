import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eicar, openScanner } from "../files/scanner.ts";
import { freePort } from "./servers.ts";

const program = ["/usr/sbin/clamd", "/usr/local/sbin/clamd"].find((path) => existsSync(path));

/** Whether clamd is installed on this machine. */
export const hasClamd = program !== undefined;

/** A scanner that listens on 127.0.0.1. It knows EICAR alone. */
export type TestClamd = { port: number; close(): Promise<void> };

/** A real clamd, with one signature instead of those that everybody downloads. */
export async function startClamd(): Promise<TestClamd> {
  if (!program) throw new Error("clamd is not installed here");
  const folder = await mkdtemp(join(tmpdir(), "plumbline-clamd-"));
  const port = await freePort();
  await mkdir(join(folder, "signatures"));
  const signature = `Plumbline.Test.Eicar:0:*:${Buffer.from(eicar).toString("hex")}\n`;
  await writeFile(join(folder, "signatures", "test.ndb"), signature);
  await writeFile(
    join(folder, "clamd.conf"),
    `Foreground yes\nTCPAddr 127.0.0.1\nTCPSocket ${port}\nDatabaseDirectory ${folder}/signatures\nTemporaryDirectory ${folder}\nStreamMaxLength 25M\n`,
  );
  const child = spawn(program, ["--config-file", join(folder, "clamd.conf")], { stdio: "ignore" });
  const ended = new Promise((done) => child.once("close", done));
  const { answers } = openScanner({ host: "127.0.0.1", port }, { warn: () => {} });
  for (const until = Date.now() + 60_000; !(await answers()); ) {
    if (Date.now() > until || child.exitCode !== null) throw new Error("clamd did not start");
    await new Promise((later) => setTimeout(later, 50));
  }
  return {
    port,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** How a stand-in behaves: as clamd does, as one without signatures, or one of the ways in which it may fail. */
export type Behaviour = "well" | "silent" | "blind" | "cut" | "too large" | "hasty" | "failing" | "rubbish" | "endless";

/** A stand-in with clamd's protocol; `behave` changes how it answers INSTREAM and PING from now on. */
export async function startClamdStandIn(): Promise<TestClamd & { behave(how: Behaviour): void }> {
  let behaviour: Behaviour = "well";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let rest = Buffer.alloc(0);
    let command: string | null = null;
    const content: Buffer[] = [];
    socket.on("data", (piece) => {
      rest = Buffer.concat([rest, piece]);
      if (command === null) {
        const end = rest.indexOf(0);
        if (end < 0) return;
        command = rest.toString("latin1", 0, end);
        rest = rest.subarray(end + 1);
      }
      let whole = false;
      // Pieces of the content come with their lengths, and an empty one at the end.
      while (!whole && rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
        const length = rest.readUInt32BE();
        whole = length === 0;
        content.push(rest.subarray(4, 4 + length));
        rest = rest.subarray(4 + length);
      }
      const answer = answerTo(command, whole ? Buffer.concat(content) : null, behaviour);
      if (answer === null) return;
      socket.removeAllListeners("data").resume();
      socket.end(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    behave: (how) => {
      behaviour = how;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** What clamd says to a command, with the content once it is whole; null while it waits. */
function answerTo(command: string, content: Buffer | null, behaviour: Behaviour): string | null {
  if (behaviour === "silent") return null;
  if (behaviour === "rubbish") return "HTTP/1.1 400 Bad Request\r\n\r\n\0";
  if (behaviour === "endless") return "stream: ".repeat(1_000);
  if (command === "zPING") return "PONG\0";
  if (command === "zVERSION") return "ClamAV 1.4.3/27800/Mon Nov 23 08:26:56 2026\0";
  if (behaviour === "hasty") return "stream: OK\0";
  if (content === null) return null;
  if (behaviour === "cut") return "stream: O";
  if (behaviour === "too large") return "INSTREAM size limit exceeded. ERROR\0";
  if (behaviour === "failing") return "stream: Can't allocate memory ERROR\0";
  return behaviour !== "blind" && content.includes(eicar) ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0";
}
