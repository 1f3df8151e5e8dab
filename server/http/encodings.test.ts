import { expect, test } from "vitest";
import { accepts } from "./encodings.ts";

test.each([
  [undefined, false, false],
  ["", false, false],
  ["br", true, false],
  ["gzip, deflate, br, zstd", true, true],
  ["GZIP;q=0.5,BR;q=1.0", true, true],
  ["br;q=0, gzip", false, true],
  ["br ; q=0.000 ,gzip;q=0.001", false, true],
  ["gzip;q=0", false, false],
  ["brotli, x-gzip", false, false],
])("rule 14 a kept page is compressed for a client that takes it: %s", (accepted, br, gzip) => {
  expect([accepts("br", accepted), accepts("gzip", accepted)]).toEqual([br, gzip]);
});
