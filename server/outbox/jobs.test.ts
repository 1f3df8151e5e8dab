import { afterEach, expect, test, vi } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { eachInTurn } from "./each-in-turn.ts";
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

test("rule 9 each distinct failure of a job's run is a line of the log, with the ids that it was about", async () => {
  const said = vi.spyOn(server.context.log, "error");
  const ended = Promise.withResolvers<void>();
  const run = async () => {
    const work = async (id: number) => {
      throw Object.assign(new Error("failed"), { name: id === 9 ? "Odd" : "Refused" });
    };
    await eachInTurn([7, 8, 9], work).finally(ended.resolve);
  };
  const jobs = startJobs(server.context, [{ name: "failing", everySeconds: 3600, everywhere: true, run }]);
  await ended.promise;
  await jobs.close();
  const lines = said.mock.calls.flatMap(([line]) => [
    line as unknown as { job?: string; ids?: number[]; count?: number },
  ]);
  expect(lines.filter(({ job }) => job === "failing").map(({ ids, count }) => [ids, count])).toEqual([
    [[7, 8], 2],
    [[9], 1],
  ]);
});
