import { describe, expect, test, vi } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { processes } from "../testing/process.ts";
import { hasPostgres, startPostgres } from "../testing/servers.ts";
import { sized, timeoutFor } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

// PostgreSQL behind a connection that is cut, and behind one that is open but carries nothing.

const { makeFolder, start, after } = processes();

async function behindALine() {
  const postgres = await startPostgres();
  after(postgres.close);
  const line = await startTcpProxy(postgres);
  after(line.close);
  const url = postgres.url.replace(`:${postgres.port}/`, `:${line.port}/`);
  return { line, process: await start(await makeFolder(), { DATABASE_URL: url }) };
}

const signIn = (url: string) =>
  fetch(`${url}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      owner_type: "customer",
      email: "nobody@gone.example",
      password: "not a password",
    }),
  });
const unavailable = async (answer: Response) => {
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await answer.text()).not.toMatch(/ECONN|postgres|select |at \w+ \(/i);
};
/** The server serves again within five seconds of the database's return, or a few more on a busy machine. */
const recovers = (url: string) =>
  vi.waitFor(
    async () => {
      expect((await signIn(url)).status).toBe(401);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    },
    { timeout: sized(5_000, 20_000), interval: 100 },
  );

describe.runIf(hasPostgres)("behind a connection that fails", () => {
  test(
    "R21 the database is off: calls are 503 with Retry-After, pages that need no database work, and it recovers within five seconds",
    async () => {
      const { line, process } = await behindALine();
      const { url, child } = process;
      expect((await signIn(url)).status).toBe(401);
      line.refuse();
      for (let time = 0; time < 3; time += 1) await unavailable(await signIn(url));
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      for (const page of ["/", "/about", "/insights", "/sign-in"]) expect((await fetch(url + page)).status).toBe(200);
      line.accept();
      await recovers(url);
      expect(child.exitCode).toBeNull();
    },
    timeoutFor(120_000),
  );

  test.runIf(atNight)(
    "R21 the database accepts connections and answers nothing: no call hangs, and it recovers within five seconds",
    async () => {
      const { line, process } = await behindALine();
      const { url } = process;
      expect((await signIn(url)).status).toBe(401);
      line.freeze();
      const waiting = Array.from({ length: 5 }, () => signIn(url));
      expect((await fetch(`${url}/about`)).status).toBe(200);
      for (const answer of await Promise.all(waiting)) await unavailable(answer);
      line.thaw();
      await recovers(url);
    },
    timeoutFor(120_000),
  );
});
