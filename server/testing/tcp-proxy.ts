import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A TCP proxy on 127.0.0.1 in front of a real server (PostgreSQL, Redis, SMTP, HTTP), to simulate network failures.
 * `cut` ends all connections; `refuse` also ends new ones at once; `freeze` keeps connections open and passes nothing
 * on, in either direction, until `thaw`; `delay` waits so many milliseconds before passing on each chunk; `connections` is
 * how many are open now.
 */
export async function startTcpProxy(target: { host: string; port: number }) {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let refusing = false;
  let frozen = false;
  let delayMs = 0;
  const carry = (from: Socket, to: Socket) => {
    from.on("data", (piece) => {
      if (delayMs > 0) setTimeout(() => to.writable && to.write(piece), delayMs);
      else if (to.writable) to.write(piece);
    });
    from.on("end", () => to.end());
    from.on("close", () => to.destroy());
    from.on("error", () => to.destroy());
  };
  const server = createServer((near) => {
    if (refusing) return void near.destroy();
    const far = connect(target);
    const pair = { near, far };
    pairs.add(pair);
    near.once("close", () => pairs.delete(pair));
    carry(near, far);
    carry(far, near);
    if (frozen) for (const side of [near, far]) side.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  const setFrozen = (value: boolean) => {
    frozen = value;
    for (const { near, far } of pairs) for (const side of [near, far]) value ? side.pause() : side.resume();
  };
  return {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    cut,
    refuse: () => {
      refusing = true;
      cut();
    },
    accept: () => {
      refusing = false;
    },
    freeze: () => setFrozen(true),
    thaw: () => setFrozen(false),
    connections: () => pairs.size,
    delay: (milliseconds: number) => {
      delayMs = milliseconds;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
