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

test("G-89 a long file is imported fifty lines at a time, and its template is good", async () => {
  const csv = head + Array.from({ length: 60 }, (_, n) => `advisor,many${n}@example.test,Many ${n},\n`).join("");
  const first = (await imported(csv)).body;
  expect(first).toMatchObject({ made: 50, next: 51 });
  expect((await imported(csv, first.next as number)).body).toMatchObject({ made: 10, next: null });
  expect(readImport(importTemplate)).toMatchObject({ lines: 2, problems: [] });
});
