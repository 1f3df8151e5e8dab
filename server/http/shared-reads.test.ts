import { afterEach, expect, test, vi } from "vitest";
import { openSharedReads, openSharedSums } from "./shared-reads.ts";

afterEach(() => void vi.useRealTimers());

/** A read whose answer is given by hand, and how often it was started. */
function controlledRead() {
  const started: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const read = () => new Promise<string>((resolve, reject) => started.push({ resolve, reject }));
  return { read, started };
}

test("rule 21 identical reads that arrive during a read share the next one, and never the one under way", async () => {
  const share = openSharedReads<string>();
  const { read, started } = controlledRead();
  const first = share("a", read);
  const [second, third] = [share("a", read), share("a", read)];
  expect(started).toHaveLength(1);
  started[0]?.resolve("before");
  expect(await first).toBe("before");
  await Promise.resolve();
  const fourth = share("a", read);
  expect(started).toHaveLength(2);
  started[1]?.resolve("after");
  expect([await second, await third]).toEqual(["after", "after"]);
  await Promise.resolve();
  started[2]?.resolve("last");
  expect(await fourth).toBe("last");
  expect(started).toHaveLength(3);
});

test("rule 21 reads of different keys do not wait for each other", async () => {
  const share = openSharedReads<string>();
  const { read, started } = controlledRead();
  const [one, other] = [share("a", read), share("b", read)];
  expect(started).toHaveLength(2);
  started[1]?.resolve("b");
  expect(await other).toBe("b");
  started[0]?.resolve("a");
  expect(await one).toBe("a");
});

test("rule 21 a failed read rejects those that shared it, and the next one runs anew", async () => {
  const share = openSharedReads<string>();
  const { read, started } = controlledRead();
  const first = share("a", read);
  const second = share("a", read);
  started[0]?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await Promise.resolve();
  started[1]?.reject(new Error("still gone"));
  await expect(second).rejects.toThrow("still gone");
  const third = share("a", read);
  started[2]?.resolve("back");
  expect(await third).toBe("back");
});

test("rule 21 a sum over more than a thousand rows is given for two seconds, and a smaller one is read for each call", async () => {
  vi.useFakeTimers();
  const share = openSharedSums<number>((rows) => rows);
  let rows = 1000;
  const ask = (key = "a") => share(key, async () => rows++);
  expect([await ask(), await ask(), await ask()]).toEqual([1000, 1001, 1001]);
  expect(await ask("b")).toBe(1002);
  vi.advanceTimersByTime(1_999);
  expect(await ask()).toBe(1001);
  vi.advanceTimersByTime(1);
  expect(await ask()).toBe(1003);
});
