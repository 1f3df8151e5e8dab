import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { makeMember } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";

const server = testServer();

/** Sends exactly these bytes on a new connection and returns the whole response. */
function bare(bytes: string): Promise<{ status: number; headers: string; body: string }> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    let text = "";
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [headers = "", body = ""] = text.split("\r\n\r\n", 2);
      resolve({ status: Number(headers.split(" ")[1]), headers, body });
    });
    socket.end(bytes);
  });
}
const get = (path: string, headers = "Host: x") =>
  bare(`GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);

const nested = (depth: number) => `${'{"user":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
const post = (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  method = "POST",
) => fetch(server.url + path, { method, headers: { "content-type": "application/json", ...headers }, body });

test("decision 48 on every address of the contract a wrong method is 405 and names the right ones", async () => {
  const byPath = Map.groupBy(
    routes(server.context).map(({ declaration }) => declaration),
    ({ path }) => path,
  );
  for (const [path, declarations] of byPath) {
    const url = path
      .replace("{role}", "advisors")
      .replace("{type}", "insights")
      .replace("{kind}", "industries")
      .replace("/content/{name}", "/content/privacy-policy")
      .replace("{name}", "engagement.proposed")
      .replace(/\{\w+\}/g, "1");
    const right = declarations.map(({ method }) => method as string);
    // PUT /api/advisors/profile and GET /api/{role}/profile share an address.
    const others = [...byPath.keys()].filter((each) => new RegExp(`^${each.replace("{role}", "\\w+")}$`).test(url));
    for (const other of others) right.push(...(byPath.get(other) ?? []).map(({ method }) => method as string));
    if (right.includes("GET")) right.push("HEAD");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
      if (right.includes(method)) continue;
      const answer = await fetch(server.url + url, { method });
      const allowed = (answer.headers.get("allow") ?? "").split(", ");
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect([path, ...allowed]).toEqual(expect.arrayContaining([path, ...right]));
      expect(await answer.json()).toEqual({ errors: { base: [expect.stringContaining("only")] } });
    }
  }
});

test("decision 48 JSON is at most 32 deep, for every call that takes a body", async () => {
  const advisor = await makeMember(server.context, "advisor");
  const customer = await makeMember(server.context, "customer");
  for (const { declaration } of routes(server.context)) {
    if (!declaration.body) continue;
    const { token } = declaration.for === "advisor" ? advisor : customer;
    const url = declaration.path.replace("{role}", "customers").replace(/\{\w+\}/g, "1");
    const headers: Record<string, string> = declaration.for === "anyone" ? {} : { authorization: `Bearer ${token}` };
    for (const depth of [33, 3000, 100_000]) {
      const answer = await post(url, nested(depth), headers, declaration.method);
      const status = declaration.for === "staff" ? 404 : 422;
      expect([declaration.path, depth, answer.status]).toEqual([declaration.path, depth, status]);
    }
  }
  const fine = await post("/oauth/token", nested(32));
  expect(JSON.stringify(await fine.json())).not.toContain("deep");
});

test("decision 48 a body of too many values is refused before validation", async () => {
  const many = JSON.stringify({ token: "x", user: Array.from({ length: 200_000 }, () => true) });
  const answer = await post("/oauth/revoke", many);
  expect([answer.status, await answer.json()]).toEqual([422, { errors: { base: ["This carries too many values."] } }]);
});

test("decision 48 a malformed or repeated Host is 400 everywhere: JSON for programs, a page for people", async () => {
  for (const host of ["a b", "x/y", "x:port", "[::1", "x@y", "ex%61mple", "<script>", "a..b:99999999"]) {
    for (const path of ["/api/projects", "/oauth/token", "/cable", "/webhooks/stripe"]) {
      const answer = await get(path, `Host: ${host}`);
      expect([host, path, answer.status]).toEqual([host, path, 400]);
      expect(JSON.parse(answer.body).errors.base).toHaveLength(1);
    }
    for (const path of ["/", "/about", "/healthz", "/files/1/a.png", "/openapi.json"]) {
      const answer = await get(path, `Host: ${host}`);
      expect([host, path, answer.status]).toEqual([host, path, 400]);
      expect(answer.body).toContain("<!doctype html>");
    }
  }
  expect((await get("/api/payment/config", "Host: x\r\nHost: y")).status).toBe(400);
  for (const fine of ["localhost", "example.com:3000", "127.0.0.1:1", "[::1]:3000", "a_b.example."])
    expect([fine, (await get("/api/payment/config", `Host: ${fine}`)).status]).toEqual([fine, 200]);
});

test("decision 48 URLs that cannot be decoded or are too long are refused, as JSON below the API and as a page elsewhere", async () => {
  for (const [path, status] of [
    ["/api/unsubscribe/%zz", 400],
    ["/api/public/advisors/%ff", 400],
    [`/api/projects/${"1".repeat(2000)}`, 404],
    [`/api/projects?page=${"1".repeat(9000)}`, 414],
    [`/api/projects?page=${"1".repeat(40_000)}`, 431],
  ] as const) {
    const answer = await get(path);
    expect([path.slice(0, 40), answer.status]).toEqual([path.slice(0, 40), status]);
    expect(JSON.parse(answer.body).errors.base).toHaveLength(1);
  }
  for (const [path, status] of [
    ["/%zz", 400],
    ["/files/%ff/x", 400],
    ["/nothing", 404],
    ["//", 404],
    [`/${"a".repeat(9000)}`, 414],
  ] as const) {
    const answer = await get(path);
    expect([path.slice(0, 40), answer.status]).toEqual([path.slice(0, 40), status]);
    expect(answer.body).toContain("Plumbline");
    expect(answer.headers).toContain("content-security-policy: default-src 'none'");
  }
});

test("decision 48 malformed HTTP gets our error format, and a body with two framings is refused", async () => {
  const chunked = "Transfer-Encoding: chunked";
  for (const bytes of [
    "GET /api/projects HTTP/1.1\r\nHost : x\r\n\r\n",
    "GET /api/projects HTTP/9.9\r\nHost: x\r\n\r\n",
    "POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}  ",
    "POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    `POST /api/customers HTTP/1.1\r\nHost: x\r\n${chunked}, identity\r\n\r\n0\r\n\r\n`,
    "\u0000\u0001\u0002\r\n\r\n",
  ]) {
    const answer = await bare(bytes);
    expect([bytes.slice(0, 70), answer.status]).toEqual([bytes.slice(0, 70), 400]);
    expect(JSON.parse(answer.body)).toEqual({ errors: { base: ["We could not read this request."] } });
  }
  expect((await bare("GET /about HTTP/1.1\r\nHost : x\r\n\r\n")).body).toContain("<!doctype html>");
});

test("A-15 decision 48 sign-in refuses every kind of failure with status_code and message", async () => {
  const form = { email: "a@b.test", password: "x", owner_type: "customer", grant_type: "password" };
  const json = (over: object) => JSON.stringify({ ...form, ...over });
  for (const [body, status, headers] of [
    ["{", 400],
    ["", 400],
    ["[]", 422],
    ["null", 422],
    ['"text"', 422],
    ["{}", 422],
    [json({ email: "nobody" }), 422],
    [json({ password: undefined }), 422],
    [json({ grant_type: "client_credentials" }), 422],
    [json({ owner_type: "robot" }), 422],
    [json({ user: JSON.parse(nested(40)) }), 422],
    [json({}), 401],
    [json({ password: "x".repeat(2_000_000) }), 413],
    ["<a/>", 415, { "content-type": "application/xml" }],
    [json({}), 415, { "content-type": "text/plain" }],
    ["--x--", 415, { "content-type": "multipart/form-data; boundary=x" }],
    [json({}), 401, { authorization: "Bearer nonsense" }],
  ] as [string, number, Record<string, string>?][]) {
    const answer = await post("/oauth/token", body, headers);
    const received = [body.slice(0, 80), answer.status, await answer.json()];
    const shape = { errors: { status_code: status, message: expect.stringMatching(/^\S.{5,}/) } };
    expect(received).toEqual([body.slice(0, 80), status, shape]);
  }
});

test("decision 48 a compressed form, and one with a field that is no JSON although it says so, are refused", async () => {
  const { token } = await makeMember(server.context, "advisor");
  const file = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n`;
  const field = '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{bad\r\n';
  const headers = { "content-type": "multipart/form-data; boundary=x", authorization: `Bearer ${token}` };
  for (const path of ["/api/projects/file_upload", "/api/messages/file_upload", "/api/advisors/profile/file_upload"]) {
    const broken = await post(path, field + file, headers);
    expect([path, broken.status, await broken.json()]).toEqual([
      path,
      400,
      { errors: { base: ["We could not read this request."] } },
    ]);
    const compressed = await post(path, gzipSync(file), { ...headers, "content-encoding": "gzip" });
    expect([path, compressed.status]).toEqual([path, 415]);
  }
});

test("decision 48 a multipart form is refused without its boundary, with another one, truncated or of garbage", async () => {
  const { token } = await makeMember(server.context, "advisor");
  const part = (boundary: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n`;
  for (const path of ["/api/projects/file_upload", "/api/messages/file_upload", "/api/advisors/profile/file_upload"]) {
    for (const [type, body] of [
      ["multipart/form-data", part("x")],
      ["multipart/form-data; boundary=", part("x")],
      ["multipart/form-data; boundary=other", `${part("x")}--x--\r\n`],
      ["multipart/form-data; boundary=x", part("x")],
      ["multipart/form-data; boundary=x", part("x").slice(0, 60)],
      ["multipart/form-data; boundary=x", "--x\r\n\r\n--x--"],
      ["multipart/form-data; boundary=x", "garbage"],
      ["multipart/form-data; boundary=x", ""],
      [`multipart/form-data; boundary=${"b".repeat(300)}`, part("x")],
      ["application/json", "{}"],
    ] as const) {
      const answer = await post(path, body, { "content-type": type, authorization: `Bearer ${token}` });
      const { errors } = (await answer.json()) as { errors: object };
      expect([type.slice(0, 50), body.slice(0, 20), answer.status]).toEqual([
        type.slice(0, 50),
        body.slice(0, 20),
        expect.toBeOneOf([400, 415, 422]),
      ]);
      expect(Object.keys(errors)).toHaveLength(1);
    }
  }
});
