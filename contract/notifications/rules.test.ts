import { describe, expect, test } from "vitest";
import { PreferencesChange } from "./contract.ts";
import {
  alwaysKinds,
  channelsFor,
  defaultPreferences,
  digestDay,
  isOptional,
  type Kind,
  kinds,
  kindsInWords,
  kindsOf,
  nextDigestDay,
  optionalKinds,
  type Preferences,
  withChange,
} from "./rules.ts";

const none = { proposals: false, engagements: false, reviews: false, messages: false, announcements: false };

describe("N-01 the kinds of notifications", () => {
  test("N-01 each kind is optional or has a reason why it is not, and each has a recipient", () => {
    expect([...optionalKinds, ...alwaysKinds].sort()).toEqual(Object.keys(kinds).sort());
    for (const [kind, row] of Object.entries(kinds)) {
      expect([kind, isOptional(kind as Kind)]).toEqual([kind, !("always" in row)]);
      expect(Object.keys(row.what).length).toBeGreaterThan(0);
    }
  });

  test("N-01 kinds about money or the account cannot be turned off, and the error says why", () => {
    for (const kind of alwaysKinds) {
      const refused = PreferencesChange.safeParse({ email: { [kind]: false } });
      expect(refused.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
        [`email.${kind}`, `cannot be turned off. ${kinds[kind].always}`],
      ]);
    }
  });
});

describe("N-01 the channels of a kind", () => {
  const rows: [string, Partial<Preferences>, Kind, ReturnType<typeof channelsFor>][] = [
    ["nothing chosen", {}, "proposals", { bell: true, email: "now" }],
    ["bell off", { app: none }, "reviews", { bell: false, email: "now" }],
    ["e-mail off", { email: none }, "messages", { bell: true, email: "never" }],
    ["digest", { digest: true }, "engagements", { bell: true, email: "digest" }],
    ["digest, e-mail off", { digest: true, email: none }, "engagements", { bell: true, email: "never" }],
    ["money, all off", { digest: true, app: none, email: none }, "invoices", { bell: true, email: "now" }],
    ["account, all off", { digest: true, app: none, email: none }, "account", { bell: true, email: "now" }],
  ];
  test.each(rows)("%s", (_name, chosen, kind, ways) => {
    expect(channelsFor({ ...defaultPreferences, ...chosen }, kind)).toEqual(ways);
  });

  test("N-01 a change affects only the settings it names", () => {
    const first = withChange(defaultPreferences, { email: { reviews: false } });
    expect(withChange(first, { app: { reviews: false, messages: undefined }, digest: true })).toEqual({
      digest: true,
      app: { ...defaultPreferences.app, reviews: false },
      email: { ...defaultPreferences.email, reviews: false },
    });
    expect(withChange(first, {})).toEqual(first);
  });
});

test("N-01 the digest's day begins at eight in London, in summer and in winter", () => {
  const days = (moment: string) => [digestDay(new Date(moment)), nextDigestDay(new Date(moment))];
  expect(days("2026-11-21T07:59:59Z")).toEqual(["2026-11-20", "2026-11-21"]);
  expect(days("2026-11-21T08:00:00Z")).toEqual(["2026-11-21", "2026-11-22"]);
  expect(days("2026-07-01T06:59:59Z")).toEqual(["2026-06-30", "2026-07-01"]);
  expect(days("2026-07-01T07:00:00Z")).toEqual(["2026-07-01", "2026-07-02"]);
  expect(days("2026-12-31T23:30:00Z")).toEqual(["2026-12-31", "2027-01-01"]);
});

test("N-01 kinds read well in a sentence", () => {
  expect([
    kindsInWords([]),
    kindsInWords(["proposals"]),
    kindsInWords(["proposals", "reviews"]),
    kindsInWords(kindsOf("all")),
  ]).toEqual(["", "proposals", "proposals and reviews", "proposals, engagements, reviews, messages and announcements"]);
});
