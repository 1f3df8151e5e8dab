import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeMember } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";
import { identifiersOf } from "./identifiers.ts";
import { rpcKey } from "./keys.ts";

// What AnyCable, a proxy before us or a later version of it sends in a field's place is refused or ignored, never a fault of ours.

const secret = "a secret of AnyCable and us";
const errors: string[] = [];
const server = testServer(
  { ANYCABLE_SECRET: secret, ANYCABLE_HTTP_BROADCAST_URL: "http://127.0.0.1:9/_broadcast" },
  { logTo: { write: (line) => void errors.push(line) } },
);

const post = async (name: string, body: string, more: Record<string, string> = {}) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${rpcKey(secret)}`, ...more };
  return (await fetch(`${server.url}/_anycable/${name}`, { method: "POST", headers, body })).status;
};

/** undefined leaves a field out. */
const odd: unknown[] = [
  ...[undefined, null, false, 7, 1e300, "", "x", "\0", "\uD800", "{}", "[]", '{"socket":7}', [], {}, [null], { a: 1 }],
  // No text can be made of it.
  { toString: 1 },
  JSON.stringify({ socket: "\0", channel: "ConversationsChannel", action: "typing" }),
  JSON.stringify({ socket: { toString: 1 }, channel: { toString: 1 }, action: { toString: 1 } }),
];

test("T-06 no call of AnyCable fails because of what one of its fields holds", async () => {
  const { token } = await makeMember(server.context, "customer");
  const channel = JSON.stringify({ channel: "ConversationsChannel" });
  const env = { url: `${server.url}/cable?access_token=${token}`, headers: {}, cstate: {}, istate: {} };
  const calls: [name: string, body: Record<string, unknown>][] = [
    ["connect", { env }],
    [
      "command",
      { command: "subscribe", identifier: JSON.stringify({ channel: "NotificationsChannel" }), data: "", env },
    ],
    ["command", { command: "subscribe", identifier: channel, data: "", env }],
    ["command", { command: "message", identifier: channel, data: '{"action":"typing"}', env }],
    ["command", { command: "unsubscribe", identifier: channel, data: "", env }],
    ["disconnect", { identifiers: identifiersOf(randomUUID()), subscriptions: [], env }],
  ];
  const failed: unknown[] = [];
  for (const [name, body] of calls) {
    expect([name, await post(name, JSON.stringify(body))]).toEqual([name, 200]);
    for (const value of odd) {
      const inner = Object.keys(env).map((field) => ({ ...body, env: { ...env, [field]: value } }));
      const states = ["subscriptions", "state", "origin"].flatMap((field) =>
        ["headers", "cstate", "istate"].map((state) => ({ ...body, env: { ...env, [state]: { [field]: value } } })),
      );
      const urls = [{ ...body, env: { ...env, url: `${env.url}${JSON.stringify(value)}` } }];
      const params = [
        { ...body, identifier: JSON.stringify({ channel: "ConversationsChannel", conversation_id: value }) },
      ];
      const outer = Object.keys(body).map((field) => ({ ...body, [field]: value }));
      for (const sent of [...inner, ...states, ...urls, ...params, ...outer, value]) {
        const status = await post(name, JSON.stringify(sent) ?? "");
        if (status >= 500) failed.push([name, sent, status]);
      }
    }
    for (const text of ["", "{", "\0", "<html>", "[".repeat(100_000), `{"env":${"[".repeat(50_000)}`])
      for (const type of ["application/json", "text/plain", "application/json; charset=utf-16", "x"]) {
        const status = await post(name, text, { "content-type": type });
        if (status >= 500) failed.push([name, text.slice(0, 10), type, status]);
      }
  }
  expect(failed).toEqual([]);
  expect(errors).toEqual([]);
}, 60_000);
