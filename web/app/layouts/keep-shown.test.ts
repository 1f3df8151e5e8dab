import type { DataStrategyResult } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../failure.ts";
import { notice } from "../ui/notice.ts";
import { keepShown, useShowsFormer } from "./keep-shown.ts";

vi.mock("../ui/notice.ts", () => ({ notice: vi.fn() }));
beforeEach(() => vi.mocked(notice).mockClear());

const drawn = (result: unknown): DataStrategyResult => ({ type: "data", result });
const failed = (status: number): DataStrategyResult => ({ type: "error", result: new Failure(status, "", "m") });

/** What the router draws at an address when its loaders have these results. */
const run = (path: string, results: Record<string, DataStrategyResult>, signal?: AbortSignal) =>
  (keepShown as (args: unknown, next: unknown) => Promise<Record<string, DataStrategyResult>>)(
    { request: new Request(`http://plumbline.test${path}`, signal && { signal }) },
    async () => results,
  );

test.each([0, 429, 500, 503])("W-08 a shown page stays when its loaders run again and fail with %s", async (status) => {
  await run("/invoices/1", { layout: drawn(null), page: drawn("invoice") });
  expect(await run("/invoices/1", { layout: drawn(null), page: failed(status) })).toEqual({
    layout: drawn(null),
    page: drawn("invoice"),
  });
  expect(notice).toHaveBeenCalledOnce();
  // Again and again, also when only some of the loaders ran.
  expect(await run("/invoices/1", { page: failed(status) })).toEqual({ page: drawn("invoice") });
});

test("W-08 a page that is gone, and one that was never shown, are error pages", async () => {
  await run("/invoices/1", { page: drawn("invoice") });
  expect(await run("/invoices/1", { page: failed(404) })).toEqual({ page: failed(404) });
  expect(await run("/invoices/1", { page: failed(503) })).toEqual({ page: failed(503) });
  await run("/invoices/1", { page: drawn("invoice") });
  expect(await run("/invoices/2", { page: failed(503) })).toEqual({ page: failed(503) });
  expect(notice).not.toHaveBeenCalled();
});

test("W-08 a list that fails for another filter stays as it was and says so until it has loaded or is left", async () => {
  await run("/invoices", { page: drawn("all") });
  for (const search of ["?status=sent", "?status=sent", "?status=void"]) {
    expect(await run(`/invoices${search}`, { page: failed(503) })).toEqual({ page: drawn("all") });
    expect(useShowsFormer.getState()).toBe(true);
  }
  // The banner says it, and stays.
  expect(notice).not.toHaveBeenCalled();
  await run("/invoices?status=void", { page: drawn("void") });
  expect(useShowsFormer.getState()).toBe(false);
  await run("/invoices", { page: failed(0) });
  expect(useShowsFormer.getState()).toBe(true);
  await run("/invoices/1", { page: drawn("invoice") });
  expect(useShowsFormer.getState()).toBe(false);
});

test("W-08 a visit that was given up does not count as shown", async () => {
  await run("/invoices/1", { page: drawn("invoice") });
  await run("/invoices/2", { page: drawn("another") }, AbortSignal.abort());
  expect(await run("/invoices/1", { page: failed(503) })).toEqual({ page: drawn("invoice") });
});
