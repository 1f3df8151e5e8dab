import { listPayouts } from "@plumbline/contract/earnings/contract.ts";
import { sumInvoices } from "@plumbline/contract/invoices/contract.ts";
import { expect, test } from "vitest";
import { filtersIn, isFiltered, isFirstPage } from "./list-filters.ts";

test.each([
  [
    "words, a status and days",
    "?q=bell&status=sent&from=2026-01-01",
    { q: "bell", status: "sent", from: "2026-01-01" },
  ],
  ["nothing", "", {}],
  ["what no list has", "?status=lost&from=yesterday&q=&colour=red&page=2", {}],
])("decision 64 the address filters a list by %s", (_name, search, filters) => {
  const found = filtersIn(sumInvoices, { url: `https://plumbline.test/invoices${search}` });
  expect(found).toEqual(filters);
  expect(isFiltered(found)).toBe(Object.keys(filters).length > 0);
});

test("decision 61 a list that is a part of its page has a name of its own for a place in it", () => {
  const search = new URLSearchParams("?before=3&payouts=12&until=2026-01");
  expect(filtersIn(listPayouts, search, { before: "payouts" })).toEqual({ before: "12" });
  expect(filtersIn(listPayouts, new URLSearchParams("?payouts=none"), { before: "payouts" })).toEqual({});
});

test.each([
  ["", true],
  ["?page=1", true],
  ["?before=&q=page", true],
  ["?page=2", false],
  ["?q=bell&before=12", false],
  ["?after=12", false],
])("decision 64 the address “%s” is that of a list's first page: %s", (search, isFirst) => {
  expect(isFirstPage(new URLSearchParams(search))).toBe(isFirst);
});
