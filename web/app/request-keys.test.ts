import { expect, it } from "vitest";
import { changed, keyFor } from "./request-keys.ts";

const asking = { method: "POST", url: "/api/projects", body: '{"name":"Finance"}' };
const keyOf = (given: Partial<typeof asking> = {}, who = "ada") => keyFor({ ...asking, ...given }, who)?.key;

it("decision 46 a form's input has one key until it gets a response; changed input and another member have another key", () => {
  const first = keyOf();
  expect(first).toMatch(/^\d+(-\d+){3}$/);
  expect(keyOf()).toBe(first);
  expect(
    new Set([first, keyOf({ body: '{"name":"Finances"}' }), keyOf({}, "grace"), keyOf({ url: "/api/reviews" })]).size,
  ).toBe(4);
});

it.each([
  ["nobody answered", 0, null, true],
  ["a failure of the server", 503, null, true],
  ["still being worked on", 409, "1", true],
  ["done", 201, null, false],
  ["refused", 422, null, false],
  ["not possible now", 409, null, false],
])("decision 46 after %s the key is kept or dropped", (_what, status, retryAfter, stays) => {
  const asked = keyFor(asking, "ada");
  asked?.answered({ status, retryAfter });
  expect(keyOf() === asked?.key).toBe(stays);
});

it.each([
  ["the same switch the other way", "/api/notifications/preferences", "/api/notifications/preferences", false],
  ["its opposite", "/api/payment/subscriptions/cancel", "/api/payment/subscriptions/resume", false],
  ["its removal", "/api/payment/vat_registration", "/api/payment/vat_registration", false],
  ["the undoing", "/api/back-office/applications/7/approve", "/api/back-office/applications/7/undo", false],
  ["a change of something else", "/api/projects/7/accept", "/api/projects/8/accept", true],
  ["a preview of it", "/api/payment/subscriptions", "/api/payment/subscriptions/preview", true],
  ["the making of another", "/api/reports", "/api/reports", true],
])("decision 46 after %s a request without a response is sent anew, or still the same", (_what, url, other, stays) => {
  const first = keyOf({ url });
  changed(other);
  expect(keyOf({ url }) === first).toBe(stays);
});

it("decision 46 what is sent from one draft has one key in every tab, also after a response, and another with another input", () => {
  const sent = { method: "POST", url: "/api/invoices", body: '{"total":1}' };
  const first = keyFor(sent, "ada@example.test", "draft one");
  first?.answered({ status: 201, retryAfter: null });
  expect(keyFor(sent, "ada@example.test", "draft one")?.key).toBe(first?.key);
  expect(keyFor({ ...sent, body: '{"total":2}' }, "ada@example.test", "draft one")?.key).not.toBe(first?.key);
  expect(keyFor(sent, "ada@example.test", "draft two")?.key).not.toBe(first?.key);
});

it("decision 46 reads need no key, and messages have their client_id", () => {
  expect(keyOf({ method: "GET" })).toBeUndefined();
  expect(keyOf({ url: "/api/messages" })).toBeUndefined();
  expect(keyOf({ url: "/api/messages/file_upload" })).toBeDefined();
});
