import { asRecord } from "@plumbline/contract/records.ts";
import fc from "fast-check";
import { exampleOf } from "../../http/openapi/examples.ts";
import type { Operation } from "../../testing/documented.ts";

/** A request in parts, so that shrinking leaves only the part that matters. */
export type Odd = {
  who: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
};

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: "path" | "query"; schema: Schema };
/** What is read of an operation of our own OpenAPI document. */
type Described = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } };

/** Values that commonly break programs. */
const oddities: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, 1e-320],
  ...[
    "",
    " ",
    "\0",
    "\ud800",
    "\u200b",
    "\u202e",
    "1e3",
    "0x10",
    " 1",
    "01",
    "-1",
    "1.0",
    "NaN",
    "null",
    "[object Object]",
  ],
  ...[
    "2147483647",
    "2147483648",
    "9007199254740993",
    "9".repeat(400),
    "x".repeat(300),
    "x".repeat(20_000),
    "é".repeat(5000),
  ],
  ...["0000-01-01", "9999-12-31", "2026-02-30", "1899-12-31", "-271821-04-20", "2026-01-01T99:99:99Z", "+275760-09-13"],
  ...[
    "' or 1=1 --",
    '"; drop table members; --',
    "../../../etc/passwd",
    "%00",
    "%zz",
    "a\r\nX-Injected: 1",
    "tok_\nvisa",
  ],
  ...["javascript:alert(1)", "<script>alert(1)</script>", "{{7*7}}", "a@b", "🙂".repeat(100)],
  ...[[], [[1]], [null], [[[[]]]], ["1"], {}, { id: 1 }, { $ne: null }, { length: 1e9 }, { toString: 1 }],
  ...[Array.from({ length: 300 }, (_, at) => at), Array.from({ length: 12_000 }, () => 1), nest(40), nest(3000)],
];

function nest(depth: number): unknown {
  let value: unknown = "x";
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

const oddValue = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddities) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 50 }) },
  { weight: 1, arbitrary: fc.double() },
);
const oddText = fc.oneof(
  fc.constantFrom(...oddities.filter((each) => typeof each === "string" || typeof each === "number").map(String)),
  fc.string({ unit: "binary", maxLength: 50 }),
);

const types = [
  "application/json",
  "application/json; charset=utf-7",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/xml",
  "",
  "\\",
];
const brokenBodies = [
  "",
  "{",
  "[",
  "null",
  "true",
  "1",
  '"text"',
  "[]",
  "{}",
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1,"a":2}',
  "{'a':1}",
  "\ufeff{}",
  "[".repeat(50_000),
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  '{"id":1e999}',
  '{"id":123456789012345678901234567890}',
  "--x\r\ncontent-disposition: form-data; name=files; filename=a.txt\r\n\r\nhi",
  "--x\r\ncontent-disposition: form-data\r\n\r\nhi\r\n--x--\r\n",
  "--x\r\n\r\n\r\n--x--",
  "a=1&b[]=2&__proto__=3",
];
const oddHeaders: Record<string, string>[] = [
  { authorization: "Bearer" },
  { authorization: "Bearer x" },
  { authorization: `Bearer ${"x".repeat(5000)}` },
  { authorization: "Basic YTpi" },
  { accept: "text/html" },
  { accept: "x/\\" },
  { "accept-encoding": "zstd;q=2, *;q=-1" },
  { "content-encoding": "gzip" },
  { "content-length": "abc" },
  { "x-forwarded-for": "1.2.3.4, <script>" },
  { "x-forwarded-host": "evil/\\" },
  { "x-http-method-override": "DELETE" },
  { "user-agent": "\u00ff".repeat(400) },
  { host: "a b" },
  { host: "x/../y" },
  { cookie: "a=b; __proto__=1" },
  { range: "bytes=0-1,2-3" },
  { "if-none-match": "*" },
  { "idempotency-key": "" },
  { "idempotency-key": "k".repeat(256) },
  { "idempotency-key": "\u00ff\u00fe" },
];

/** Requests for one operation that are valid but for one or a few parts. Ids exist. */
export function oddRequests({ path, operation }: Operation, people: readonly string[], ids: Ids): fc.Arbitrary<Odd> {
  // The document is made by server/http/openapi/openapi.ts, and no other one is read here.
  const { parameters = [], requestBody } = operation as Described;
  const inPath = parameters.filter((each) => each.in === "path");
  const inQuery = parameters.filter((each) => each.in === "query");
  const content = requestBody?.content;
  const schema = content?.["application/json"]?.schema;
  const upload = content?.["multipart/form-data"] !== undefined;

  const rightPath = fc.record(
    Object.fromEntries(inPath.map((each) => [each.name, fc.constantFrom(...idsFor(each, path, ids))])),
  );
  const addressed = (values: fc.Arbitrary<Record<string, unknown>>, query: fc.Arbitrary<string> = fc.constant("")) =>
    fc.tuple(values, query).map(([params, search]) => {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(params[name])));
      return search ? `${address}?${search}` : address;
    });
  const right = { url: addressed(rightPath), payload: rightBody(schema, ids), headers: fc.constant(jsonType) };
  const wrongs: fc.Arbitrary<Omit<Odd, "who">>[] = [];
  const wrong = (over: { [K in keyof typeof right]?: fc.Arbitrary<Odd[K]> }) =>
    wrongs.push(fc.record({ ...right, ...over }));

  if (inPath.length > 0)
    wrong({ url: addressed(fc.record(Object.fromEntries(inPath.map(({ name }) => [name, oddText])))) });
  const names = [...inQuery.map(({ name }) => name), "unknown", "__proto__"];
  const pair = fc.tuple(fc.constantFrom(...names), oddText).map(([name, value]) => `${name}=${encoded(value)}`);
  const rawQuery = fc.constantFrom(
    "%zz",
    "%ff=%fe",
    "a[b]=1&a[b]=2",
    "&&&===",
    "page=1&page=2",
    `a=${"x".repeat(9000)}`,
  );
  const query = fc.oneof(
    { weight: 5, arbitrary: fc.array(pair, { minLength: 1, maxLength: 3 }).map((all) => all.join("&")) },
    { weight: 1, arbitrary: rawQuery },
  );
  wrong({ url: addressed(rightPath, query) });
  wrong({ headers: fc.constantFrom(...oddHeaders).map((odd) => ({ ...jsonType, ...odd })) });
  wrong({
    headers: fc.constantFrom(...types).map((type) => ({ "content-type": type })),
    payload: fc.constantFrom(...brokenBodies),
  });
  if (schema) {
    const mutated = mutatedBody(schema, ids);
    for (let weight = 0; weight < 6; weight += 1) wrong({ payload: mutated });
    wrong({ payload: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)) });
  }
  if (upload) {
    const [field = ""] = Object.keys(asRecord(content?.["multipart/form-data"]?.schema["properties"]));
    const name = fc.oneof(fc.constant(field), fc.constantFrom("other", "", "__proto__", "x".repeat(2000)));
    const fileName = oddText.map((text) => text.replace(/[\r\n"]/g, ""));
    const bytes = fc.oneof(fc.constantFrom("", "hello", "%PDF-1.4", "<svg onload=alert(1)>", "MZ\0", "\0"), oddText);
    const form = fc
      .record({ name, fileName, bytes, ended: fc.boolean() })
      .map(
        ({ name: part, fileName: file, bytes: inner, ended }) =>
          `--x\r\ncontent-disposition: form-data; name="${part}"; filename="${file}"\r\ncontent-type: text/plain\r\n\r\n${inner}\r\n${ended ? "--x--\r\n" : ""}`,
      );
    for (let weight = 0; weight < 4; weight += 1)
      wrong({ headers: fc.constant({ "content-type": "multipart/form-data; boundary=x" }), payload: form });
  }
  return fc.tuple(fc.constantFrom(...people), fc.oneof(...wrongs)).map(([who, odd]) => ({ who, ...odd }));
}

/** Ids that exist, by the kind of object that a parameter or field names. */
export type Ids = { projects: number[]; invoices: number[]; reviews: number[]; members: number[]; others: number[] };

function idsFor({ name, schema }: Parameter, path: string, ids: Ids): (string | number)[] {
  if (Array.isArray(schema["enum"])) return schema["enum"];
  if (name === "id" && path.includes("/projects/")) return ids.projects;
  if (name === "id" && path.includes("/invoices/")) return ids.invoices;
  if (name === "id" && path.includes("/reviews/")) return ids.reviews;
  if (name === "id" && path.includes("/public/")) return ids.members;
  return schema["type"] === "integer" ? ids.others : ["some-words"];
}

const jsonType = { "content-type": "application/json" };

/** Percent-encodes what is not encoded already; unpaired surrogates cannot be encoded. */
const encoded = (text: string) => (/^%(zz|00)$/.test(text) ? text : encodeURIComponent(text.toWellFormed()));

function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === "project_id") return [name, ids.projects[0]];
      if (name === "receiver_id" || name === "customer_id") return [name, ids.members[0]];
      return [name, withIds(each, ids)];
    }),
  );
}

function rightBody(schema: Schema | undefined, ids: Ids): fc.Arbitrary<string | undefined> {
  return fc.constant(schema ? JSON.stringify(withIds(exampleOf(schema), ids)) : undefined);
}

/** The example with one to three of its values replaced or removed, at any depth. */
function mutatedBody(schema: Schema, ids: Ids): fc.Arbitrary<string> {
  const base = withIds(exampleOf(schema), ids);
  const places = placesIn(base);
  if (places.length === 0) return oddValue.map((value) => JSON.stringify(value) ?? "null");
  const change = fc.record({ place: fc.constantFrom(...places), value: oddValue, away: fc.nat(9) });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy = structuredClone(base);
    for (const { place, value, away } of changes) replaceAt(copy, place, away === 0 ? undefined : value);
    return JSON.stringify(copy);
  });
}

function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, each]) => [[...at, key], ...placesIn(each, [...at, key])]);
}

function replaceAt(whole: unknown, place: readonly (string | number)[], value: unknown): void {
  let at = whole;
  const [last, ...above] = place.toReversed();
  for (const key of above.toReversed()) at = isObject(at) ? Reflect.get(at, key) : undefined;
  // Otherwise the parent was replaced by an earlier change.
  if (isObject(at) && last !== undefined) Reflect.set(at, last, value);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
