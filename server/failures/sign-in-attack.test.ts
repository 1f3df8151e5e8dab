import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { hasNginx, startNginx } from "../testing/nginx.ts";
import { processes, shortRun } from "../testing/process.ts";
import { hasPostgres, startPostgres } from "../testing/servers.ts";
import { fullSize, sized, timeoutFor } from "../testing/size.ts";

// Two real processes on one database behind a real nginx: what an attacker who guesses a password gets, and what the
// owner gets.

const run = promisify(execFile);
const { makeFolder, start, after } = processes();
const password = "correct horse battery";

type Entered = { status: number; retryAfter: number; limit: string | null; device: string };

async function twoProcesses(trustProxy: string) {
  const postgres = await startPostgres();
  after(postgres.close);
  const environment = { DATABASE_URL: postgres.url, RATE_LIMIT: "on", TRUST_PROXY: trustProxy };
  const folder = await makeFolder();
  const first = await start(folder, environment);
  const second = await start(await makeFolder(), environment);
  const nginx = await startNginx([first.url, second.url]);
  after(nginx.close);

  const put = (token: string) =>
    fetch(`${nginx.url}/api/staff/password`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reset_password_token: token, password }),
    });
  /** An account, created on the command line while the processes run, and its owner's device token. */
  const owner = async (email: string) => {
    const { stdout } = await run(process.execPath, [...shortRun, "server/build/staff.js", email, "Owner"], {
      env: { ...process.env, ...environment, DATA_DIR: folder, VITEST: "" },
    });
    const created = (await (await put(/token=([\w-]+)/.exec(stdout)?.[1] ?? "")).json()) as { device_token: string };
    return created.device_token;
  };
  const enter = async (email: string, typed: string, more: object = {}, headers: object = {}): Promise<Entered> => {
    const answer = await fetch(`${nginx.url}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ email, password: typed, owner_type: "staff", grant_type: "password", ...more }),
    });
    const { device_token: device = "" } = (await answer.json()) as { device_token?: string };
    return {
      status: answer.status,
      retryAfter: Number(answer.headers.get("retry-after")),
      limit: answer.headers.get("x-ratelimit-limit"),
      device,
    };
  };
  return { owner, enter };
}

const forged = (time: number) => {
  const address = `198.51.${(time >> 8) & 255}.${time & 255}`;
  return { "x-forwarded-for": address, "x-real-ip": address, forwarded: `for=${address}`, "cf-connecting-ip": address };
};

describe.runIf(hasPostgres && hasNginx)("behind nginx", () => {
  test.runIf(atNight).each(fullSize ? ["1", "127.0.0.1", "loopback"] : ["127.0.0.1"])(
    "R13 decisions 49 and 57: TRUST_PROXY=%s: ten guesses in all through two processes, forged headers change nothing, and the owner's browser can sign in throughout",
    { timeout: timeoutFor(180_000) },
    async (trustProxy) => {
      const { owner, enter } = await twoProcesses(trustProxy);
      const email = "owner@example.test";
      const device = await owner(email);
      const guesses = sized(10_000, 40);
      const seen: Entered[] = [];
      for (let time = 0; time < guesses; time += 8) {
        // Eight at the same moment, to both processes, each from an address of its own if the header is trusted.
        const eight = Array.from({ length: 8 }, (_, at) => time + at);
        seen.push(...(await Promise.all(eight.map((at) => enter(email, `guess ${at}`, {}, forged(at))))));
        expect((await enter(email, password, { device_token: device })).status).toBe(200);
      }
      const evaluated = seen.filter(({ status }) => status === 401);
      const refused = seen.filter(({ status }) => status === 429);
      expect([evaluated.length, refused.length]).toEqual([10, guesses - 10]);
      for (const { retryAfter, limit } of refused) {
        expect(limit).toBe("10");
        expect(retryAfter).toBeGreaterThan(0);
        expect(retryAfter).toBeLessThanOrEqual(15 * 60);
      }
      // Even the right password is refused to the attacker meanwhile, and so is a forged device token.
      expect((await enter(email, password, {}, forged(1))).status).toBe(429);
      expect((await enter(email, password, { device_token: "made-up" })).status).toBe(429);
      expect((await enter(email, password, { device_token: device })).status).toBe(200);
      // A device token allows ten guesses of its own, and is useless for another account.
      const other = "other@example.test";
      await owner(other);
      for (let time = 0; time < 10; time += 1)
        for (const each of [email, other])
          expect((await enter(each, "wrong", { device_token: device })).status).toBe(401);
      expect((await enter(email, password, { device_token: device })).status).toBe(429);
      expect((await enter(other, password, { device_token: device })).status).toBe(429);
    },
  );
});
