import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Connection } from "./connection.ts";
import { openHeartbeat } from "./heartbeat.ts";

// Pings are what a process with many idle sockets spends its time on.

const interval = 3000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `count` connections that read everything, and what each is sent. */
function connected(count: number) {
  const pings: number[][] = [];
  const connections = Array.from({ length: count }, () => {
    const own: number[] = [];
    pings.push(own);
    return {
      socket: { readyState: WebSocket.OPEN, ping: () => {}, terminate: () => {} },
      tcp: {
        writableLength: 0,
        bytesWritten: 0,
        write: (frame: Buffer) => own.push(JSON.parse(String(frame.subarray(2))).message),
      },
      sid: null,
      alive: true,
      // What a heartbeat uses of a connection.
    } as unknown as Connection;
  });
  return { connections, pings };
}

test("M-15 every connection is pinged once in three seconds, with growing numbers, and never many at once", () => {
  const { connections, pings } = connected(301);
  const heartbeat = openHeartbeat({ history: { record: () => {} }, check: () => {}, sweep: () => {} });
  for (const connection of connections) heartbeat.add(connection);
  const sent = () => pings.reduce((sum, own) => sum + own.length, 0);
  for (let [time, before] = [0, 0]; time < 2 * interval; time += interval / 30, before = sent()) {
    vi.advanceTimersByTime(interval / 30);
    expect(sent() - before).toBeLessThanOrEqual(11);
  }
  for (const own of pings) {
    expect(own).toHaveLength(2);
    expect(own[1]).toBeGreaterThan(Number(own[0]));
  }
  heartbeat.stop();
});

test("M-15 each session is checked once in thirty seconds, and that of a closed connection no more", () => {
  const { connections } = connected(100);
  const checked = new Map<Connection, number>();
  const check = (due: Connection[]) => {
    for (const one of due) checked.set(one, (checked.get(one) ?? 0) + 1);
    // All answer.
    for (const one of due) one.alive = true;
  };
  const heartbeat = openHeartbeat({ history: { record: () => {} }, check, sweep: () => {} });
  const [stop] = connections.map((connection) => heartbeat.add(connection));
  stop?.();
  vi.advanceTimersByTime(10 * interval);
  expect(checked.size).toBe(99);
  expect([...checked.values()].every((times) => times === 1)).toBe(true);
  expect(checked.has(connections[0] as Connection)).toBe(false);
  heartbeat.stop();
});
