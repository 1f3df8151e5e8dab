import { endpoint } from "@plumbline/contract/endpoint.ts";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { call } from "./call.ts";

const card = endpoint({ method: "GET", path: "/api/card", for: "anyone", summary: "", output: z.string().nullable() });
const removal = endpoint({
  method: "DELETE",
  path: "/api/card",
  for: "anyone",
  summary: "",
  output: z.undefined(),
  status: 204,
});

const answering = (body: string | null, status = 200) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status }));

test("decision 46 what was switched on without an answer, and off, and is switched on again is another request", async () => {
  const path = "/api/notifications/preferences";
  const preferences = endpoint({ method: "PATCH", path, for: "anyone", summary: "", body: z.json(), output: z.json() });
  const keys: unknown[] = [];
  const switching = async (on: boolean, answer: () => Response) => {
    vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
      keys.push(headers["idempotency-key"]);
      return answer();
    });
    await call(preferences, { body: { on } }).catch(() => {});
  };
  const answered = () => new Response("{}");
  await switching(true, Response.error);
  await switching(true, () => {
    throw new TypeError("The connection was lost");
  });
  await switching(false, answered);
  await switching(true, answered);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys.slice(1)).size).toBe(3);
});

test("W-02 a success without the JSON that was promised is a failure that says what to do", async () => {
  for (const body of ["<h1>Sign in to this network</h1>", "", '{"cut": "of']) {
    answering(body);
    await expect(call(card, {})).rejects.toMatchObject({ status: 0, message: expect.stringContaining("try again") });
  }
  answering("null");
  expect(await call(card, {})).toBeNull();
  answering(null, 204);
  await call(removal, {});
});
