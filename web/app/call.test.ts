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
