import { spawnSync } from "node:child_process";
import { emailMessage } from "@plumbline/contract/email-address.ts";
import { expect, test } from "vitest";

const staff = (...args: string[]) => {
  // The folder cannot be made, so that a command which gets as far as the database fails in other words.
  const env = { ...process.env, VITEST: "", DATA_DIR: "/dev/null/nowhere" };
  const { status, stderr } = spawnSync(process.execPath, ["server/staff.ts", ...args], { env, encoding: "utf8" });
  return { status, stderr };
};
const usage = 'Usage: npm run staff -- somebody@example.org "Their Name"\n';

test.each([
  ["no arguments", [], ""],
  ["no name", ["you@example.org"], "Please enter a name\n"],
  ["what is no address", ["you@example org", "Your Name"], `${emailMessage}\n`],
  ["a name without quotes", ["you@example.org", "Your", "Name"], ""],
])("decision 2 the command for the first member of staff refuses %s and says how it is used", (_what, args, says) => {
  expect(staff(...args)).toEqual({ status: 2, stderr: says + usage });
});
