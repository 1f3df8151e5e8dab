import { and, eq, gt, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { subscribers } from "../schema.ts";
import { testServer } from "../testing/plumbline.ts";
import { numberedPages, pageAfter } from "./numbered-pages.ts";

const server = testServer();

test("ADR-021 a page has its rows in order; a total is exact up to a thousand, beyond that ten seconds old at most", async () => {
  const { db } = server.context;
  const { id } = subscribers;
  const isAfter = gt(id, sql.placeholder("after"));
  const readPage = numberedPages(db, "subscribers_after", {
    id,
    ids: (more) => db.select({ id }).from(subscribers).where(and(isAfter, more)).$dynamic(),
    order: [id],
    descending: true,
    rows: (isOnPage) => db.select({ id }).from(subscribers).where(isOnPage).$dynamic(),
  });
  const add = (count: number) =>
    db.execute(sql`insert into subscribers (email, name)
      select gen_random_uuid() || '@example.test', 'Ada' from generate_series(1, ${count}::int)`);
  const totalAfter = async (after: number) => (await readPage({ after }, 1, 3)).total;

  await add(1000);
  expect(await readPage({ after: 0 }, 3, 3)).toEqual({ rows: [{ id: 994 }, { id: 993 }, { id: 992 }], total: 1000 });
  await add(1);
  expect(await totalAfter(0)).toBe(1001);
  await add(1);
  expect([await totalAfter(0), await totalAfter(500)]).toEqual([1001, 502]);
  const later = performance.now() + 10_001;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  expect(await totalAfter(0)).toBe(1002);
  clock.mockRestore();
});

test("ADR-021 a list that is read to its end goes on after a row that was deleted meanwhile", async () => {
  const { db } = server.context;
  const { id } = subscribers;
  const readPage = numberedPages(db, "subscribers_walked", {
    id,
    ids: (more) => db.select({ id }).from(subscribers).where(more).$dynamic(),
    order: [id],
    rows: (isOnPage) => db.select({ id }).from(subscribers).where(isOnPage).$dynamic(),
  });
  const { rows } = await readPage({}, pageAfter(null), 3);
  const gone = rows[9]?.id ?? 0;
  await db.delete(subscribers).where(eq(id, gone));
  expect((await readPage({}, pageAfter(gone), 3)).rows[0]).toEqual(rows[10]);
});
