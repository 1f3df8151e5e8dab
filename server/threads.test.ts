import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Root may raise its priority, so it runs the program as another user. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test("ADR-005 a password is hashed in a process that was started with a low priority, as by systemd's Nice=", () => {
  const program = `
    import { openPasswords } from "./server/auth/passwords.ts";
    console.log(await openPasswords().hash("plumbline-demo"));
    process.exit(0);`;
  const { stdout, stderr } = spawnSync("nice", ["-n", "10", process.execPath, "--eval", program], {
    ...owner,
    encoding: "utf8",
    env: { ...process.env, NODE_COMPILE_CACHE: "" },
  });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^\$argon2id\$/);
});
