import { randomUUID } from "node:crypto";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { lt } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { notifications } from "../features/notifications/schema.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { testServer } from "../testing/plumbline.ts";
import { requestName, type WritingRequest } from "../testing/writing-request.ts";
import { deletingRequests, writingRequests } from "../testing/writing-requests.ts";

// Every write of the contract, sent several times at the same moment as different calls. An embedded database carries out one
// transaction after the other, so this is for PostgreSQL.

const server = testServer({ LOG_LEVEL: "silent" }, { skipNotifications: true });
const atOnce = 8;

const send = (declaration: Declaration, { sending, token }: WritingRequest) =>
  server.call(declaration, sending, token, { "idempotency-key": randomUUID() });

const all = [...writingRequests, ...deletingRequests].map(([declaration, prepare]) => ({
  name: requestName(declaration),
  declaration,
  prepare,
}));

describe.runIf(process.env["TEST_DATABASE_URL"])("at the same moment", () => {
  afterAll(async () => {
    const { db } = server.context;
    // Some requests are prepared with notifications of no event.
    await db.delete(notifications).where(lt(notifications.eventId, 0));
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test.each(all)(
    "R26 $name is carried out or refused, never an error, and once where it is refused the second time",
    async ({ declaration, prepare }) => {
      const succeeds = ({ status }: { status: number }) => status === (declaration.status ?? 200);
      const request = await prepare(server);
      expect(await send(declaration, request)).toSatisfy(succeeds);
      const isOnce = !succeeds(await send(declaration, request));

      const another = await prepare(server);
      const answers = await Promise.all(Array.from({ length: atOnce }, () => send(declaration, another)));
      const refused = answers.filter((answer) => !succeeds(answer));
      expect(refused.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
      const carriedOut = answers.length - refused.length;
      // A payment that is under way is resumed by whoever asks again, and answered alike; that it is one is an invariant.
      if (isOnce && !declaration.resumes) expect(carriedOut).toBe(1);
      else expect(carriedOut).toBeGreaterThan(0);
    },
  );
});
