import { checkImport, importMembers } from "@plumbline/contract/back-office/import.ts";
import { importTemplate, mostImportLines, readImport } from "@plumbline/contract/back-office/import-rules.ts";
import { listMembers } from "@plumbline/contract/back-office/members.ts";
import { beforeAll, expect, test } from "vitest";
import { makeStaff, type Person } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(server.context, { role: "operations" });
});

const head = "role,email,name,company\n";
const check = (csv: string) => server.call(checkImport, { body: { csv } }, staff.token);
const imported = (csv: string, after = 0) => server.call(importMembers, { body: { csv, after } }, staff.token);
/** As a browser reads a file's bytes. */
const latin = (text: string) => Buffer.from(text, "latin1").toString("utf8");
const utf16 = (text: string) => Buffer.from(text, "utf16le").toString("utf8");
const members = async () => (await server.call(listMembers, {}, staff.token)).body.entries;

test("G-89 a file that is none, too long, or from somebody who may not is refused, and nothing is written", async () => {
  const support = await makeStaff(server.context, { role: "finance" });
  expect((await server.call(importMembers, { body: { csv: head } }, support.token)).status).toBe(404);
  for (const body of [{ csv: "" }, { csv: "x".repeat(500_001) }, { csv: 1 }, {}])
    expect((await server.call(importMembers, { body: body as never }, staff.token)).status).toBe(422);
  for (const [csv, message] of [
    ["name\nZoë\n", /missing: role, email/],
    [`${head}advisor,"a@example.test`, /never ends/],
    [head + "advisor,a@example.test,A,\n".repeat(mostImportLines + 1), /at most 2000 lines/],
  ] as const)
    expect((await check(csv)).body.problems[0]?.message).toMatch(message);
  expect(await members()).toEqual([]);
});

test("G-89 the check names line, column and reason of everything wrong, and writes nothing", async () => {
  const csv = `\uFEFF${head}advisor,zoe@example.test,"Zoë\nO'Brien",\r\nboss,x,,\r\ncustomer,priya@example.test,Priya,\r\nadvisor,ZOE@example.test,Zoë,\r\n`;
  const { body } = await check(csv);
  expect(body).toMatchObject({ lines: 4, good: 1, known: 0 });
  expect(body.problems.map(({ line, column }) => [line, column])).toEqual([
    [4, "role"],
    [4, "email"],
    [4, "name"],
    [5, "company"],
    [6, "email"],
  ]);
  expect(await members()).toEqual([]);
});

const one = "advisor,zoe@example.test,Zoë,";
test.each([
  ["a byte-order mark and lines that end with CRLF", `\uFEFF${head}${one}\n`.replaceAll("\n", "\r\n"), 1, undefined],
  ["lines that end with CR", `${head}${one}\nadvisor,x,Max,\n`.replaceAll("\n", "\r"), 1, /^3: Is not an e-mail/],
  ["semicolons", `${head}${one}`.replaceAll(",", ";"), 1, undefined],
  ["NUL characters", `${head}${one.replace("Z", "Z\0")}\n`, 1, undefined],
  ["only a header", head, 0, undefined],
  ["nothing but empty lines", "\r\n\n , \n", 0, /^1: The file is empty|missing/],
  ["a column twice", `email,${head}x@example.test,${one}\n`, 0, /^1: The first line names a column twice: email/],
  ["what was saved as Windows-1252", latin(`${head}${one}\n`), 0, /^2: Please save the file as “CSV UTF-8”/],
  ["what was saved as UTF-16", utf16(`\uFEFF${head}${one}\n`), 0, /^1: Please save the file as “CSV UTF-8”/],
  ["a picture", "\x89PNG\r\n\x1a\n\0\0", 0, /^1: The first line must name the columns/],
  ["a huge cell", `${head}advisor,zoe@example.test,${"x".repeat(400_000)},\n`, 0, /^2: Please enter a name/],
  ["a great many columns", `${head.trim()}${",".repeat(200_000)}\n${one}${",".repeat(200_000)}\n`, 1, undefined],
  ["a great many quotation marks", `${head}${'"'.repeat(400_001)}`, 0, /never ends/],
])("G-89 a file with %s", async (_kind, csv, good, problem) => {
  const { status, body } = await check(csv);
  expect([status, body.good]).toEqual([200, good]);
  const [first] = body.problems;
  if (problem) expect(`${first?.line}: ${first?.message}`).toMatch(problem);
  else expect(first).toBeUndefined();
});

test("G-89 the good lines become approved members with a password link, and the same file makes nobody twice", async () => {
  const csv = `${head}advisor,zoe@example.test,Zoë O'Brien,\nbad,bad,bad,\ncustomer,priya@example.test,Priya Raman,"Tallow, Finch"\n`;
  const [one, other] = await Promise.all([imported(csv), imported(csv)]);
  expect(one.body.made + other.body.made).toBe(2);
  expect(one.body.known + other.body.known).toBe(2);
  expect((await imported(csv)).body).toMatchObject({ made: 0, known: 2, next: null });
  expect((await members()).map(({ email, state, company_name: company }) => [email, state, company])).toEqual(
    expect.arrayContaining([
      ["zoe@example.test", "approved", null],
      ["priya@example.test", "approved", "Tallow, Finch"],
    ]),
  );
  const mails = await server.mailsTo("zoe@example.test");
  expect(mails.map(({ links }) => links.some((link) => link.includes("password")))).toEqual([true]);
});

test("G-89 a long file is imported fifty lines at a time, whatever ends its lines, and its template is good", async () => {
  const long = head + Array.from({ length: 60 }, (_, n) => `advisor,many${n}@example.test,Many ${n},\n`).join("");
  const csv = long.replaceAll("\n", "\r");
  const first = (await imported(csv)).body;
  expect(first).toMatchObject({ made: 50, next: 51 });
  expect((await imported(csv, first.next as number)).body).toMatchObject({ made: 10, next: null });
  expect(readImport(importTemplate)).toMatchObject({ lines: 2, problems: [] });
});
