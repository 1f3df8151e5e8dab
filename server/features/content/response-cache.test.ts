import { expect, test } from "vitest";
import { wallClock } from "../../clock.ts";
import { type ContentFailure, openResponseCache } from "./response-cache.ts";

const json = { "content-type": "application/json" };

/** What a reader gets of one answer of the service, and what is noted about it. */
async function readOf(answer: Response) {
  const failures: ContentFailure[] = [];
  const onFailure = (_address: string, failure: ContentFailure) => void failures.push(failure);
  const cache = openResponseCache({ clock: wallClock, fetchJson: async () => answer, onFailure });
  return { answer: await cache.read("http://content.test/posts"), failures };
}

test("C-16 an answer that never ends is given up instead of filling the memory", async () => {
  let cancelled = false;
  const endless = new ReadableStream({
    pull: (stream) => stream.enqueue(Buffer.alloc(1024 * 1024, " ")),
    cancel: () => {
      cancelled = true;
    },
  });
  expect(await readOf(new Response(endless, { headers: json }))).toEqual({ answer: null, failures: ["nonsense"] });
  expect(cancelled).toBe(true);
});

test("C-16 an answer that breaks off counts as none", async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new Error("the connection has ended")) });
  expect(await readOf(new Response(broken, { headers: json }))).toEqual({ answer: null, failures: ["unreachable"] });
});

test.each(["", " ", "x", "-5", "1.5", "1e400", "1, 1", "0x10"])(
  "C-16 the items are counted where the service's total is “%s”",
  async (total) => {
    const { answer } = await readOf(new Response("[1, 2]", { headers: { ...json, "x-wp-total": total } }));
    expect(answer).toEqual({ body: [1, 2], total: 2 });
  },
);
