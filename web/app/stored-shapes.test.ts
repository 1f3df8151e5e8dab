import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { fieldsLike, isLike } from "./is-like.ts";
import type { StoredSession } from "./stored-session.ts";

// Whatever stands where the browser keeps things, what does not fit counts as absent. Replaces the browser's storage.

const email = "a@b.test";
const at = Date.now();
const stored = new Map<string, unknown>();
const storage = {
  get length() {
    return stored.size;
  },
  key: (index: number) => [...stored.keys()][index] ?? null,
  getItem: (key: string) => (stored.has(key) ? JSON.stringify(stored.get(key)) : null),
  setItem: (key: string, text: string) => void stored.set(key, JSON.parse(text)),
  removeItem: (key: string) => void stored.delete(key),
};
const session: StoredSession = {
  ...{ user: "advisor", email, access_token: "t", token_type: "Bearer", expires_at: at + 3_600_000, login_time: at },
  ...{ status: "active", stripe_setup: true, profile_setup: true },
};

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("document", { documentElement: { dataset: {} }, addEventListener: () => {} });
  vi.stubGlobal("location", { pathname: "there", search: "" });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: false });
  stored.clear();
  stored.set("plumbline.session", session);
});
afterAll(() => void vi.resetModules());

/** What a page gets of what is stored under a key. */
const readers: Record<string, () => Promise<unknown>> = {
  [`plumbline.invoice.${email}`]: async () =>
    (await import("./features/invoices/typed-invoice.ts")).typedInvoice(null).read(),
  [`plumbline.invoice 7.${email}`]: async () =>
    (await import("./features/invoices/typed-invoice.ts")).typedInvoice(7).read(),
  [`plumbline.proposal.${email}`]: async () => (await import("./features/engagements/draft.ts")).proposalDraft().read(),
  [`plumbline.review 7.${email}`]: async () => {
    const { draftOf } = await import("./draft.ts");
    return fieldsLike({ rating: 5, body: "", files: [] }, draftOf("review 7", (each) => isLike({}, each)).read());
  },
  [`plumbline.message 1.${email}`]: async () => (await import("./features/messages/outbox.ts")).draftFor(1),
  [`plumbline.sending 1-2.${email}`]: async () => (await import("./features/messages/outbox.ts")).pendingFor(1),
  "plumbline.kept-input": async () => (await import("./saved-input.ts")).savedInput(email),
  "plumbline.return-to": async () => (await import("./return-to.ts")).pendingReturn(),
  "plumbline.looking": async () => (await import("./session.ts")).currentSession(),
  "plumbline.ended": async () => (await import("./session.ts")).currentSession(),
  "plumbline.signing-out": async () => (await import("./session.ts")).currentSession(),
  "plumbline.request.": async () => {
    const { keyFor } = await import("./request-keys.ts");
    const asking = { method: "POST", url: "/api/invoices", body: "{}" };
    const { key } = keyFor(asking, email) ?? {};
    const [place = ""] = [...stored].find(([, value]) => value === key) ?? [];
    vi.resetModules();
    stored.set(place, stored.get("plumbline.request."));
    const again = (await import("./request-keys.ts")).keyFor(asking, email);
    return /^\d+(-\d+){3}$/.test(again?.key ?? "");
  },
};

const mine = { owner: email, path: "there", at };
const odd: [string, unknown][] = [
  ["another time", { owner: email, path: "/there", at: "then" }],
  ...[5, true, "text", "a\nb", [], {}, [null], mine].map((value): [string, unknown] => [JSON.stringify(value), value]),
  [
    "lists for fields",
    { ...mine, rows: [null], details: [], terms: [], drafts: [5], pending: [5], forms: [], at: "then" },
  ],
  [
    "numbers for fields",
    { ...mine, rows: 5, details: 5, terms: 5, drafts: 5, pending: 5, forms: 5, looking_as: 5, body: {} },
  ],
  [
    "empty entries",
    { ...mine, projectId: 1, rows: [{}], details: "", drafts: { 1: {} }, pending: { 1: [{}] }, forms: null },
  ],
  [
    "a message without words",
    { ...mine, receiverId: 1, body: {}, files: [{}], uploadedAt: at, clientId: "1-2", createdAt: "", trouble: null },
  ],
  ["no lists", { ...mine, drafts: { 1: { body: "", files: {} } }, pending: { 1: {} }, rows: {}, path: [], rating: {} }],
  ["no owner", { ...session, looking_as: { name: {}, member_id: 1 }, rows: "", owner: {}, drafts: {}, pending: {} }],
];

test.each(Object.keys(readers).flatMap((key) => odd.map(([name, value]) => ({ key, name, value }))))(
  "H-12 under $key, $name counts as absent",
  async ({ key, value }) => {
    const read = readers[key];
    const absent = await read?.();
    vi.resetModules();
    stored.set(key, value);
    expect(await read?.()).toEqual(absent);
  },
);

test("E-08 of a proposal's draft the days that are none are left out, and what fits is there", async () => {
  const details = { name: "Pricing review", description: 5, files: [null], start_date: "soon", end_date: "2026-12-24" };
  stored.set(`plumbline.proposal.${email}`, { details, terms: { payment_cost: "450", payment_span: [] } });
  const { proposalDraft } = await import("./features/engagements/draft.ts");
  expect(proposalDraft().read()).toMatchObject({
    details: { name: "Pricing review", description: "5", files: [], start_date: null, end_date: "2026-12-24" },
    terms: { payment_cost: "450", payment_span: "" },
  });
});
