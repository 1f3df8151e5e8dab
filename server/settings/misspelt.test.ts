import { expect, test } from "vitest";
import { misspeltNames } from "./misspelt.ts";

test.each([
  ["SMTP_URLL", "SMTP_URL"],
  ["REDIS_ULR", "REDIS_URL"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["trust_proxy", "TRUST_PROXY"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATABSE_URL_FILE", "DATABASE_URL_FILE"],
])("B-12 %s is taken for a misspelt %s", (name, meant) => {
  expect(misspeltNames({ [name]: "value", PATH: "/bin" })).toEqual([{ name, meant }]);
});

test("B-12 settings, what is empty, and what other programs read are not taken for misspelt", () => {
  const others = ["HOME", "HOSTNAME", "LOGNAME", "MAIL", "PORTS", "POST", "DOMAIN", "AWS_REGION", "HTTPS_PROXY"];
  const set = ["SMTP_URL", "SMTP_URL_FILE", "HOST", ...others];
  expect(misspeltNames({ ...Object.fromEntries(set.map((name) => [name, "value"])), SMTP_URLL: "" })).toEqual([]);
});
