import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";

const token = "twenty-four characters or more";
const server = testServer({ METRICS_TOKEN: token });
const fromElsewhere = { "x-forwarded-for": "203.0.113.7" };

test.each([
  ["no token", {}, 404],
  ["another token", { authorization: `Bearer ${token}x` }, 401],
  ["the token", { authorization: `Bearer ${token}` }, 200],
])("T-03 Prometheus on another machine with %s", async (_name, headers, status) => {
  expect((await fetch(`${server.url}/metrics`, { headers: { ...fromElsewhere, ...headers } })).status).toBe(status);
});

test("T-03 every figure that an alert or the board names is one that /metrics has", async () => {
  const exported = await (await fetch(`${server.url}/metrics`)).text();
  const known = new Set([...exported.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string));
  const files = ["prometheus-alerts.yaml", "grafana-board.json"].map((name) => readFileSync(`deploy/${name}`, "utf8"));
  const named = new Set(files.flatMap((text) => text.match(/\b(?:plumbline|process|nodejs)_[a-z_0-9]+/g) ?? []));
  expect(named.size).toBeGreaterThan(12);
  // increase and rate take a figure that falls for a counter that began again, and count all of it once more.
  const counters = [...exported.matchAll(/^# TYPE (\S+) (?:counter|histogram)$/gm)].map(([, name]) => name);
  const grown = files.flatMap((text) =>
    [...text.matchAll(/\b(?:increase|i?rate)\(([a-z_]+)/g)].map(([, name = ""]) => name),
  );
  expect(grown.length).toBeGreaterThan(3);
  expect(grown.filter((name) => !counters.includes(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|count|sum)$/, ""));
  expect([...named].filter((name) => !isKnown(name))).toEqual([]);
});

test("T-03 every figure of ours in /metrics is in an alert, on the board or in the book of operations", async () => {
  const exported = await (await fetch(`${server.url}/metrics`)).text();
  const ours = [...exported.matchAll(/^# TYPE (plumbline_\S+)/gm)].map(([, name]) => name as string);
  expect(ours.length).toBeGreaterThan(12);
  const files = ["deploy/prometheus-alerts.yaml", "deploy/grafana-board.json", "docs/operations.md"];
  const text = files.map((name) => readFileSync(name, "utf8")).join("\n");
  expect(ours.filter((name) => !new RegExp(`\\b${name}(?:_bucket|_count|_sum)?\\b`).test(text))).toEqual([]);
});

test("T-03 every alert says what it means and what to do, and the book of operations has it", () => {
  const alerts = readFileSync("deploy/prometheus-alerts.yaml", "utf8")
    .split(/^ {6}- alert: /m)
    .slice(1);
  const book = readFileSync("docs/operations.md", "utf8");
  expect(alerts.length).toBeGreaterThan(8);
  for (const alert of alerts) {
    const [name] = alert.split("\n", 1) as [string];
    expect(alert, name).toMatch(/summary: .{20,}/);
    expect(alert, name).toMatch(/for: \d+[smh]/);
    expect(book).toContain(`| ${name} |`);
  }
});
