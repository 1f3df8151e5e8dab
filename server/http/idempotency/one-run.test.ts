import { randomUUID } from "node:crypto";
import { completeProject } from "@plumbline/contract/engagements/contract.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testServer } from "../../testing/plumbline.ts";
import { waitingCalls } from "../../testing/waiting-calls.ts";
import { engaged } from "../../testing/writing-request.ts";

const server = testServer();

test.runIf(process.env["TEST_DATABASE_URL"])(
  "decision 46 while a call is under way in its transaction, the same call is refused at once, and answered alike afterwards",
  async () => {
    const { customer, id } = await engaged(server, "in_progress");
    const key = { "idempotency-key": randomUUID() };
    const complete = () => server.call(completeProject, { params: { id }, body: {} }, customer.token, key);
    const { underWay, second } = await server.context.db.transaction(async (tx) => {
      await tx.execute(sql`select from engagements where id = ${id} for update`);
      const first = complete();
      await expect.poll(() => waitingCalls(server.context.db)).toBe(1);
      return { underWay: [first], second: await complete() };
    });
    expect([second.status, second.headers.get("retry-after")]).toEqual([409, "1"]);
    const [first] = await Promise.all(underWay);
    expect(first?.status).toBe(200);
    const third = await complete();
    expect([third.text, third.headers.get("idempotency-replayed")]).toEqual([first?.text, "true"]);
  },
);
