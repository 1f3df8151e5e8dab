import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { publicAddress } from "./public-address.ts";

const server = testServer();

test("B-12 with the embedded database the doctor asks for nothing to be mended that is not broken", async () => {
  const findings = await publicAddress.run({ ...server.context.settings, databaseDirectUrl: null });
  expect(findings.map(({ state, says }) => `${state}: ${says}`)).toEqual([
    expect.stringMatching(/^ok: \S+ leads to Plumbline$/),
    "warning: people reach us without encryption",
    expect.stringContaining("ok: how requests arrive is looked at with PostgreSQL only"),
    "ok: live updates get through to /cable",
  ]);
});
