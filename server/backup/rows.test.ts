import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { pathOf, readRows, writeRows } from "./rows.ts";

const server = testServer();

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-rows-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "tables"));
  return folder;
}
const table = { name: "notes", columns: ["id", "words"], rows: 0 };

test("R19 every text that a member can write is restored, those with separators of lines too", async () => {
  const folder = await makeFolder();
  const texts = [
    "one\u2028two\u2029three",
    "\u2028",
    "a\rb\r\nc\nd",
    "\u0085\v\f",
    "\ufeffé🙂\ufffd",
    "\\u2028\\n",
    "",
  ];
  const many = Array.from({ length: 600 }, (_, at) => `${at} ${texts[at % texts.length]}`);
  await server.context.db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table notes (id int, words text) on commit drop`);
    for (const [id, words] of many.entries()) await tx.execute(sql`insert into notes values (${id}, ${words})`);
    expect(await writeRows(tx, folder, table.name)).toBe(many.length);
    await tx.execute(sql`delete from notes`);
    expect(await readRows(tx, folder, table)).toBe(many.length);
    const { rows } = await tx.execute<{ words: string }>(sql`select words from notes order by id`);
    expect(rows.map(({ words }) => words)).toEqual(many);
  });
});

test("R19 a part that ends early, or cannot be read, fails the restore instead of ending the process", async () => {
  const folder = await makeFolder();
  const path = join(folder, pathOf(table.name));
  await server.context.db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table notes (id int, words text) on commit drop`);
    await expect(readRows(tx, folder, table)).rejects.toThrow("ENOENT");
    const bytes = gzipSync('{"id": 1, "words": "a"}\n');
    await writeFile(path, bytes);
    expect(await readRows(tx, folder, table)).toBe(1);
    await truncate(path, bytes.length - 8);
    await expect(readRows(tx, folder, table)).rejects.toThrow("unexpected end of file");
  });
});
