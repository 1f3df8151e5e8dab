import { endpoint } from "@plumbline/contract/endpoint.ts";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { download } from "./download.ts";
import { unreachable } from "./failure.ts";

const file = endpoint({ method: "GET", path: "/api/file", for: "anyone", summary: "", output: z.string() });

test("W-02 a file that breaks off in the middle is a failure that says what to do", async () => {
  const half = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode("half")),
    pull: (stream) => stream.error(new TypeError("network error")),
  });
  vi.stubGlobal("fetch", async () => new Response(half));
  await expect(download(file, {})).rejects.toThrow(unreachable());
  vi.stubGlobal("fetch", async () => new Response("whole"));
  expect(await (await download(file, {})).text()).toBe("whole");
});
