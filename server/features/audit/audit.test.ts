import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as accounts from "@plumbline/contract/accounts/contract.ts";
import { listAudit, listStaffActs } from "@plumbline/contract/audit/contract.ts";
import { approveApplication } from "@plumbline/contract/back-office/contract.ts";
import { dayInLondon, dayMs } from "@plumbline/contract/dates.ts";
import { urlOf } from "@plumbline/contract/endpoint.ts";
import { exportPath } from "@plumbline/contract/exports.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openEmbedded } from "../../database/database.ts";
import { startEmbedded } from "../../database/embedded/embedded.ts";
import { apply, freshEmail, makeMember, makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findByEmail } from "../accounts/store.ts";
import { sealEvents } from "./sealing.ts";
import { verifyAudit } from "./verifying.ts";

const server = testServer({}, { secondProcess: true });
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** An application that a member of staff has approved over HTTP, and what the audit then says of the applicant. */
async function approved(reason: string) {
  const { context, call, settle } = server;
  const staff = await makeStaff(context, { name: "Ada Lind" });
  const email = freshEmail("applicant");
  await apply(context, "advisor", { email, name: "Owen Price" });
  const { id } = (await findByEmail(context.db, email)) as { id: number };
  const { status } = await call(approveApplication, { params: { id }, body: { reason } }, staff.token, {
    "user-agent": browser,
  });
  expect(status).toBe(200);
  await settle();
  return { id, staff };
}

const auditOf = async (token: string, query: Parameters<typeof server.call<typeof listAudit>>[1]["query"] = {}) =>
  (await server.call(listAudit, { query }, token)).body;

test("G-10 an act of staff is in the audit with who, what, to whom, why, when and from where", async () => {
  const { id, staff } = await approved("Two references, known in the trade.");
  const { entries, head, person } = await auditOf(staff.token, { person: String(id) });
  expect(person).toEqual({ id, name: "Owen Price", role: "advisor" });
  expect(entries[0]).toMatchObject({
    kind: "account.approved",
    what: "Approved the application",
    by: { id: staff.id, name: "Ada Lind", role: "staff" },
    subject: { type: "member", id, name: "Owen Price" },
    reason: "Two references, known in the trade.",
    source: "127.0.0.1",
    browser,
  });
  expect(entries[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(head?.id).toBeGreaterThanOrEqual(entries[0]?.id as number);
  expect(entries.map(({ kind }) => kind)).toEqual(["account.approved", "account.applied"]);
});

test("G-10 a sign-in is in the audit with its browser, and what members do among themselves is not", async () => {
  const { context, call, settle } = server;
  const customer = await makeMember(context, "customer", { password: "correct horse battery" });
  const body = {
    email: customer.email,
    password: "correct horse battery",
    owner_type: "customer",
    grant_type: "password",
  } as const;
  expect((await call(accounts.signIn, { body }, null, { "user-agent": browser })).status).toBe(200);
  await settle();
  const { token } = await makeStaff(context);
  const { entries } = await auditOf(token, { person: String(customer.id) });
  expect(entries[0]).toMatchObject({ kind: "account.signed_in", browser, reason: null });
  const { rows } = await context.db.execute(
    sql`select from events where to_seal is null or (not to_seal and subject <> 'member' and origin is not null)`,
  );
  expect(rows).toHaveLength(0);
});

test("G-11 the audit is filtered by person, kind, days and words, alone and together, and its CSV has the same entries", async () => {
  const { id, staff } = await approved("Ran a bakery in Düsseldorf for ten years.");
  const person = String(id);
  const today = dayInLondon(server.context.clock.now());
  for (const [query, count] of [
    [{ person, q: "DUSSELDORF bakery" }, 1],
    [{ person, q: "ada lind" }, 1],
    [{ person, q: "100%" }, 0],
    [{ person, by: "staff" }, 1],
    [{ person, by: "members", about: "account" }, 1],
    [{ person, by: "system" }, 0],
    [{ person, about: "invoice" }, 0],
    [{ person, from: today, to: today }, 2],
    [{ person, to: "2020-01-01" }, 0],
    [{ q: "düsseldorf", person }, 1],
    [{ q: "düsseldorf", about: "mail" }, 0],
  ] as const) {
    expect([query, (await auditOf(staff.token, query)).entries.length]).toEqual([query, count]);
    const file = await fetch(server.url + urlOf({ ...listAudit, path: exportPath(listAudit, "csv") }, { query }), {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect([query, (await file.text()).trim().split("\r\n").length - 1]).toEqual([query, count]);
  }
});

test("G-11 older entries are read by key, each once", async () => {
  const { token } = await makeStaff(server.context);
  const seen: number[] = [];
  for (let before: number | undefined, more = true; more; before = seen.at(-1)) {
    const page = await auditOf(token, { before });
    seen.push(...page.entries.map(({ id }) => id));
    more = page.more;
  }
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index));
});

test("G-12 a member reads what staff did with their account, with name and reason, and nothing of others", async () => {
  const { context, call, settle } = server;
  const staff = await makeStaff(context, { name: "Ada Lind" });
  const [member, other] = [await makeMember(context, "advisor"), await makeMember(context, "advisor")];
  await context.db.execute(sql`update members set decision = null, state = 'pending_review' where id = ${member.id}`);
  await call(approveApplication, { params: { id: member.id }, body: { reason: "Known in the trade." } }, staff.token);
  await context.db.execute(sql`update members set state = 'active' where id = ${member.id}`);
  await settle();
  const acts = async (token: string) => (await call(listStaffActs, {}, token)).body.entries;
  expect(await acts(member.token)).toMatchObject([
    { what: "Approved the application", by: "Ada Lind", reason: "Known in the trade." },
  ]);
  expect(Object.keys((await acts(member.token))[0] ?? {})).not.toContain("source");
  expect(await acts(other.token)).toEqual([]);
  expect(await acts(staff.token)).toEqual([]);
});

test("G-13 events that two processes seal at once make one chain without gaps", async () => {
  const { context, secondProcess } = server;
  await Promise.all(Array.from({ length: 30 }, () => apply(context, "customer", { email: freshEmail("many") })));
  await Promise.all([context, secondProcess.context, context, secondProcess.context].map((each) => sealEvents(each)));
  await server.settle();
  const verdict = await verifyAudit(context.db);
  expect(verdict).toMatchObject({ findings: [], waiting: 0, entries: verdict.head?.id });
  expect(verdict.entries).toBeGreaterThan(30);
});

test("G-13 delivery looks again once events are sealed, because it skips those that sealing has locked", async () => {
  const { context, settle } = server;
  const staff = await makeStaff(context);
  await settle();
  const woken: string[] = [];
  await context.database.listen("plumbline_wake", (table) => woken.push(table));
  await context.db.execute(sql`
    insert into events (kind, actor_id, subject, subject_id, data, created_at)
    values ('account.signed_in', ${staff.id}, 'member', ${staff.id}, '{}', now())`);
  await sealEvents(context);
  await expect.poll(() => woken).toContain("events");
});

test("G-13 the database refuses to change or delete what is in the audit and in the event log", async () => {
  const { db } = server.context;
  for (const statement of [
    sql`update audit_entries set hash = 'x'`,
    sql`delete from audit_entries`,
    sql`update audit_people set by_staff = false`,
    sql`delete from audit_people`,
    sql`update events set data = '{}' where id = (select max(id) from events)`,
    sql`update events set actor_id = 1 where id = (select max(id) from events)`,
    sql`delete from events`,
  ])
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining("never changed or deleted") }),
    });
});

/** Makes a change past the triggers, as somebody with the rights of the database's owner could, and undoes it. */
async function findingsAfter(change: string): Promise<string[]> {
  let findings: string[] = [];
  const undo = new Error("undone");
  await server.context.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(change));
      findings = (await verifyAudit(tx)).findings;
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return findings;
}

test("G-13 each change, deletion and insertion of a row is named by npm run audit", async () => {
  const { id, staff } = await approved("Written once.");
  const [entry] = (await auditOf(staff.token, { person: String(id) })).entries;
  const at = entry?.id as number;
  const event = `(select event_id from audit_entries where id = ${at})`;
  await apply(server.context, "customer", { email: freshEmail("later") });
  await server.settle();
  expect((await verifyAudit(server.context.db)).findings).toEqual([]);
  for (const change of [
    `update events set data = '{"reason": "Written again.", "verified": true}' where id = ${event}`,
    `update events set actor_id = ${id} where id = ${event}`,
    `update events set kind = 'account.rejected' where id = ${event}`,
    `update events set created_at = created_at - interval '1 second' where id = ${event}`,
    `update events set origin = null where id = ${event}`,
    `update audit_entries set sealed_at = sealed_at + interval '1 second' where id = ${at}`,
    `delete from audit_people where entry_id = ${at} and member_id = ${id}`,
    `insert into audit_people select m.id, ${at}, true from members m where m.id not in (${id}, ${staff.id}) limit 1`,
    `update audit_entries set hash = repeat('0', 64) where id = ${at}`,
  ])
    expect([change, await findingsAfter(change)]).toEqual([
      change,
      expect.arrayContaining([expect.stringMatching(new RegExp(`^Entry ${at} \\(.*does not fit its hash`))]),
    ]);
  expect(await findingsAfter(`delete from events where id = ${event}`)).toEqual([
    expect.stringContaining(`The event of entry ${at}`),
  ]);
  expect(await findingsAfter(`delete from audit_entries where id = ${at}`)).toEqual([
    `Entry ${at} is missing.`,
    expect.stringContaining(`Entry ${at + 1}`),
    expect.stringContaining("belongs into the audit and is not in it"),
  ]);
  const forged = `insert into events (kind, actor_id, subject, subject_id, data, to_seal)
    values ('account.rejected', ${staff.id}, 'member', ${id}, '{"reason": "Forged."}', false)`;
  expect(await findingsAfter(forged)).toEqual([expect.stringContaining("belongs into the audit and is not in it")]);
});

test("G-13 an event that is written in for an earlier day is sealed and named", async () => {
  const { context, clock } = server;
  const { id, staff } = await approved("Before the forgery.");
  await context.db.execute(sql`insert into events (kind, actor_id, subject, subject_id, data, created_at)
    values ('account.rejected', ${staff.id}, 'member', ${id}, '{"reason": "Forged."}', ${new Date(clock.now().getTime() - dayMs)})`);
  await server.settle();
  expect((await verifyAudit(context.db)).findings).toEqual([expect.stringContaining("it was put in later")]);
});

test("G-13 an end that was cut off is found by an entry that was noted before", async () => {
  const { db } = server.context;
  const { head } = await verifyAudit(db);
  const noted = head as { id: number; hash: string };
  const found = async (change: string) => {
    let { findings } = await verifyAudit(db, noted);
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        for (const each of change.split(";")) await tx.execute(sql.raw(each));
        ({ findings } = await verifyAudit(tx, noted));
        tx.rollback();
      })
      .catch(() => {});
    return findings;
  };
  const gone = await found(
    `delete from events where id = (select event_id from audit_entries where id = ${noted.id});
     delete from audit_entries where id = ${noted.id}`,
  );
  expect(gone).toContain(`Entry ${noted.id} is missing, which was noted: the end was cut off.`);
});

test.runIf(process.env["PLUMBLINE_DEMO"])("G-13 decision 39 the audit of the demo is whole", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-audit-"));
  await cp(process.env["PLUMBLINE_DEMO"] as string, folder, { recursive: true });
  const database = await openEmbedded(startEmbedded(folder));
  const { entries, findings } = await verifyAudit(database.db);
  await database.close();
  await rm(folder, { recursive: true, force: true });
  expect(findings).toEqual([]);
  // More than are sealed in one transaction.
  expect(entries).toBeGreaterThan(400);
});
