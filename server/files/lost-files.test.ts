import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeMember, setUp } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";
import { files } from "./schema.ts";

// A file whose row is there, and whose bytes are not, or not as many.

const server = testServer({ LOG_LEVEL: "silent" });
let token: string;
beforeAll(async () => {
  ({ token } = await setUp(server.context, await makeMember(server.context, "customer")));
});

/** The address of an uploaded file of ten bytes, and the path of what is stored. */
async function stored() {
  const { body } = await server.call(uploadMessageFile, { files: [new File(["0123456789"], "ten.txt")] }, token);
  const [row] = await server.context.db.select().from(files).where(eq(files.id, body.id));
  return { address: new URL(body.file, server.url), path: join(server.context.store.incoming, "..", `${row?.key}`) };
}

test("M-09 a file that the store has lost is not found, with a page that says so and is no download", async () => {
  const { address, path } = await stored();
  await rm(path);
  for (const range of ["", "bytes=1-3"]) {
    const answer = await fetch(address, { headers: { range } });
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining("This file is no longer there."),
    ]);
    for (const name of ["content-disposition", "etag"]) expect([name, answer.headers.get(name)]).toEqual([name, null]);
  }
});

test.each([
  ["no byte of those promised", ""],
  ["more bytes than promised", "0123456789, and HTTP/1.1 200 OK"],
])(
  "R21 ADR-040 a file with %s is an outage of the files, and nobody takes them for the next answer",
  async (_, bytes) => {
    const { address, path } = await stored();
    await writeFile(path, bytes);
    const answer = await fetch(address);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("Files cannot be opened")]);
  },
);
