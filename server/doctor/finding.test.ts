import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { examine, findingsOf } from "./finding.ts";

test("B-12 the password of no address is repeated, of the database, its replicas or the mail server", async () => {
  const settings = readSettings({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://us:canary-one@db/plumbline",
    DATABASE_DIRECT_URL: "postgres://us:canary-two@db/plumbline",
    DATABASE_REPLICA_URL: "postgres://us:canary-3@a/plumbline, postgres://us:canary%2Dfour@b/plumbline",
    SMTP_URL: "smtp://us:canary-five@mail",
  });
  const quoted = "canary-one canary-two canary-3 canary%2Dfour canary-four canary-five";
  const run = async () => [findingsOf("a service").failed(`it refuses ${quoted}`, `Look at ${quoted}.`)];
  const [finding] = await examine(settings, [{ name: "a service", run }]);
  expect(finding).toMatchObject({ says: "it refuses … … … … … …", todo: "Look at … … … … … …." });
});

test("B-12 nor is a password that stands in the query of a database's address", async () => {
  const settings = readSettings({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://db/plumbline?user=us&password=canary%2Done&sslpassword=canary-two",
  });
  const quoted = `canary%2Done canary-one canary-two ${settings.databaseUrl}`;
  const run = async () => [findingsOf("a service").failed(`it refuses ${quoted}`, "Look.")];
  const [finding] = await examine(settings, [{ name: "a service", run }]);
  expect(finding?.says).toBe("it refuses … … … …");
});
