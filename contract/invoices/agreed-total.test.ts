import { expect, test } from "vitest";
import { standingAfter } from "./agreed-total.ts";

// biome-ignore format: a table is read by its columns
test.each([
  [   0,    0,    0, {    invoicedPence: 0,    leftPence: 0,    beyondPence: 0 }],
  [6600,    0,    0, {    invoicedPence: 0, leftPence: 6600,    beyondPence: 0 }],
  [6600,    0, 2200, { invoicedPence: 2200, leftPence: 4400,    beyondPence: 0 }],
  [6600, 4400, 2200, { invoicedPence: 6600,    leftPence: 0,    beyondPence: 0 }],
  [6600, 4400, 2201, { invoicedPence: 6601,    leftPence: 0,    beyondPence: 1 }],
  [6600, 7000,    0, { invoicedPence: 7000,    leftPence: 0,  beyondPence: 400 }],
  [6600,    0, 9999, { invoicedPence: 9999,    leftPence: 0, beyondPence: 3399 }],
])("I-04 of %i agreed and %i invoiced, %i more stands as %o", (agreedPence, invoicedPence, added, standing) => {
  expect(standingAfter({ agreedPence, invoicedPence }, added)).toEqual(standing);
});
