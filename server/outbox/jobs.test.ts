import { afterEach, expect, test, vi } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { startJobs } from "./jobs.ts";

const server = testServer();
afterEach(() => void vi.useRealTimers());

test("R21 a stop waits ten seconds for a job in progress, and no longer", async () => {
  const begun = Promise.withResolvers<void>();
  const lock = () => ({ held: () => true, close: async () => {} });
  const context = { ...server.context, database: { ...server.context.database, lock } };
  const endless = { name: "endless", everySeconds: 3600, everywhere: true as const };
  const run = () => {
    begun.resolve();
    return new Promise<void>(() => {});
  };
  const jobs = startJobs(context, [{ ...endless, run }]);
  await begun.promise;
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let stopped = false;
  const stopping = jobs.close().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(stopped).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await stopping;
});
